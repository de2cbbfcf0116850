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
    /** What only the careful claim has. */
    private static final String CAREFUL = "ON CONFLICT (event_id, consumer) DO NOTHING";

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

    private static List<String> claims(Proxy wire, int from) {
        return wire.sent().subList(from, wire.sent().size()).stream()
                .filter(message -> message.contains("INSERT INTO \"processed_events\""))
                .toList();
    }

    @Test
    void claimsAreTrustingUntilOneIsKnownAndCarefulAfterwards() throws IOException {
        try (Proxy wire = new Proxy(postgres.server().port());
                TaskRun task = startOver(wire)) {
            task.write(payments(0, 5));
            assertThat(claims(wire, 0)).hasSize(1).allMatch(message -> message.contains(CAREFUL));

            int before = wire.sent().size();
            task.write(payments(5, 10));
            assertThat(claims(wire, before)).hasSize(1).noneMatch(message -> message.contains(CAREFUL));

            before = wire.sent().size();
            task.write(payment(10, id(9), 1), payment(11, id(11), 1));
            assertThat(claims(wire, before)).last().asString().contains(CAREFUL);

            before = wire.sent().size();
            task.write(payments(12, 14));
            assertThat(claims(wire, before)).allMatch(message -> message.contains(CAREFUL));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("13");
    }

    @Test
    void neighbouringRunsOfAPlainInsertTravelAsOneStatementWithOneTextForEverySize() throws IOException {
        try (Proxy wire = new Proxy(postgres.server().port());
                TaskRun task = SinkSetup.payments(postgres)
                        .set("connection.url", "jdbc:postgresql://localhost:" + wire.port() + "/" + postgres.name())
                        .set("batch.order", "statement")
                        .start()) {
            task.write(payments(0, 3));
            task.write(payments(3, 903));
            assertThat(wire.sent()).anyMatch(message -> message.contains("INSERT INTO payments SELECT * FROM unnest("));
        }
        assertThat(postgres.count("payments")).isEqualTo(903);
    }
}
