package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the sink sends, seen on the wire. */
class WireIT {
    private static RealPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void tables() {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
    }

    private static TaskRun startOver(Proxy wire) {
        return SinkSetup.payments(postgres)
                .set("connection.url", "jdbc:postgresql://localhost:" + wire.port() + "/" + postgres.name())
                .start();
    }

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    @Test
    void isolationLimitsAndClaimsTravelInOneMessage() throws IOException {
        try (Proxy wire = new Proxy(postgres.server().port());
                TaskRun task = startOver(wire)) {
            task.write(payments(0, 5));
            assertThat(wire.sent())
                    .filteredOn(message -> message.contains("SET TRANSACTION"))
                    .isNotEmpty()
                    .allMatch(message -> message.contains("BEGIN")
                            && message.contains("READ COMMITTED")
                            && message.contains("lock_timeout")
                            && message.contains("INSERT INTO \"processed_events\""));
            assertThat(wire.sent()).noneMatch(message -> message.contains("SET SESSION"));
        }
    }

    @Test
    void differentStatementsOfABatchTravelTogetherAndKeepTheirOrder() throws IOException {
        try (Proxy wire = new Proxy(postgres.server().port());
                TaskRun task = startOver(wire)) {
            task.write(payments(0, 1));
            int before = wire.sent().size();
            task.write(payments(1, 1_001));
            assertThat(wire.sent().size() - before).isLessThan(200);
        }
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("1001");
    }
}
