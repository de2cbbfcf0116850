package io.effectivelyonce.compatibility;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** Which lines a run takes: the ends of the range with every build, all of them with {@code -Dcompatibility.lines=all}. */
final class Lines {
    private static final boolean ALL = "all".equals(System.getProperty("compatibility.lines"));

    private Lines() {}

    static boolean all() {
        return ALL;
    }

    static List<WorkerLine> workers() {
        return ALL ? List.of(WorkerLine.values()) : List.of(WorkerLine.V3_9, WorkerLine.V4_4);
    }

    /** Workers on which Debezium runs; with every build its own line is tried in end-to-end. */
    static Stream<WorkerLine> sources() {
        return ALL ? workers().stream().filter(WorkerLine::runsDebezium) : Stream.of(WorkerLine.V3_9);
    }

    static EnumSet<PostgresLine> servers() {
        return ALL ? EnumSet.allOf(PostgresLine.class) : EnumSet.of(PostgresLine.V13, PostgresLine.V18);
    }
}
