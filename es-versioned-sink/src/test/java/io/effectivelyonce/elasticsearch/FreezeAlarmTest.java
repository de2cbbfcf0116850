package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Law 10: nothing silently freezes. */
class FreezeAlarmTest {
    private static final long LONG_AGO = 1_000_000_000_000L;
    private static final String STALE = "version_conflict_engine_exception";

    private final Topic topic = new Topic();

    @Test
    void anIndexInWhichEveryWriteIsStaleIsWarnedOfWithExamples() throws IOException {
        assertThat(logOf(150, soon(), version -> STALE))
                .containsOnlyOnce("WARN io.effectivelyonce.elasticsearch.FreezeAlarm")
                .contains("100 of the last 100 writes were older", topic.name(), "behind 9999", "version.from");
    }

    @Test
    void newDocumentsThatAreWrittenAmongFrozenOnesDoNotHideThose() throws IOException {
        assertThat(logOf(100, soon(), version -> version % 3 == 0 ? "" : STALE))
                .contains("WARN io.effectivelyonce.elasticsearch.FreezeAlarm", "67 of the last 100 writes");
    }

    @Test
    void someStaleWritesAmongOthersAreNotWorthAWord() throws IOException {
        assertThat(logOf(500, soon(), version -> version % 3 == 0 ? STALE : "")).doesNotContain("FreezeAlarm");
    }

    @Test
    void aConflictByItselfIsNoLine() throws IOException {
        assertThat(logOf(90, soon(), version -> STALE)).doesNotContain("WARN", "ERROR", " p1", " p90");
    }

    @Test
    void whatMayBeAReplayIsNotWarnedOfButNoted() throws IOException {
        assertThat(logOf(150, LONG_AGO, version -> STALE))
                .doesNotContain("WARN io.effectivelyonce.elasticsearch.FreezeAlarm")
                .contains("INFO io.effectivelyonce.elasticsearch.FreezeAlarm", "While records are replayed");
    }

    @Test
    void aFrozenIndexIsToldOfLessAndLessOften() throws IOException {
        assertThat(logOf(2_000, soon(), version -> STALE).split("FreezeAlarm", -1))
                .hasSize(1 + 2); // after the first hundred and after the tenth
    }

    private static long soon() {
        return System.currentTimeMillis() + 60_000;
    }

    private String logOf(int versions, long timestamp, LongFunction<String> error) throws IOException {
        try (LogCapture log = new LogCapture();
                ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.conflicts(bulk, error));
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            List<SinkRecord> records = new ArrayList<>();
            for (int version = 1; version <= versions; version++) {
                records.add(at(timestamp, topic.product("p" + version, version)));
            }
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
            assertThat(task.count(Outcome.APPLIED) + task.count(Outcome.STALE)).isEqualTo(versions);
            return log.text();
        }
    }

    private static SinkRecord at(long timestamp, SinkRecord record) {
        return new SinkRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.kafkaOffset(),
                timestamp,
                TimestampType.CREATE_TIME,
                record.headers());
    }
}
