package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Law 10: nothing silently freezes. */
class FreezeAlarmTest {
    private final Topic topic = new Topic();

    @Test
    void anIndexInWhichEveryWriteIsStaleIsToldOf() throws IOException {
        assertThat(logOf(150, version -> "version_conflict_engine_exception"))
                .contains("100 writes in a row", topic.name(), "id p100, version 100", "version.from")
                .doesNotContain("150 writes");
    }

    @Test
    void staleWritesAmongOthersAreNot() throws IOException {
        assertThat(logOf(150, version -> version == 75 ? "" : "version_conflict_engine_exception"))
                .doesNotContain("in a row");
    }

    private String logOf(int versions, LongFunction<String> error) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.conflicts(bulk, error));
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            List<SinkRecord> records = new ArrayList<>();
            for (int version = 1; version <= versions; version++) {
                records.add(topic.product("p" + version, version));
            }
            task.deliver(records).awaitAll();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
