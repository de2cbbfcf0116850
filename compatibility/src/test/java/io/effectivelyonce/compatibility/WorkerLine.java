package io.effectivelyonce.compatibility;

/** The lines of Connect workers that the one archive must run on. */
enum WorkerLine {
    /** The oldest: no metrics of plugins, {@code javax} servlets. */
    V3_9("worker-3.9", "3.9.2", true),
    V4_1("worker-4.1", "4.1.2", true),
    V4_2("worker-4.2", "4.2.1", true),
    V4_3("worker", "4.3.1", true),
    /** Debezium 3.6.1 needs a class that Kafka moved in 4.4. */
    V4_4("worker-4.4", "4.4.0", false);

    private final String part;
    private final String version;
    private final boolean runsDebezium;

    WorkerLine(String part, String version, boolean runsDebezium) {
        this.part = part;
        this.version = version;
        this.runsDebezium = runsDebezium;
    }

    String part() {
        return part;
    }

    String version() {
        return version;
    }

    boolean runsDebezium() {
        return runsDebezium;
    }

    /** For names of groups, topics and slots. */
    String suffix() {
        return version.replace('.', '_');
    }

    @Override
    public String toString() {
        return "Kafka Connect " + version;
    }
}
