package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Speed beside another way on the same server at the same time; it fails on a collapse only. */
class SpeedIT {
    private static final int EVENTS = 10_000;
    private static final int BY_HAND = 200;

    /** Thirty-five were measured, cold and on a busy machine. */
    private static final double COLLAPSED = 8;

    private static RealPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
        postgres.newDatabase();
        postgres.run("CREATE TABLE held (id int PRIMARY KEY, body text NOT NULL);"
                + "CREATE TABLE by_hand (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer))");
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @Test
    void manyTimesFasterThanATransactionForEachEvent() throws SQLException {
        double byHand = byHand();
        List<SinkRecord> log = IntStream.range(0, EVENTS)
                .mapToObj(i -> Events.event(i, Events.id(i), "Held", Map.of("id", i, "body", "body of " + i)))
                .toList();
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("statements", "one")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.one.sql", "INSERT INTO held (id, body) VALUES (:id, :body)")
                .start()) {
            // the session is made with the first event
            task.write(log.subList(0, 1));
            long start = System.nanoTime();
            task.write(log.subList(1, EVENTS));
            double perSecond = (EVENTS - 1) * 1e9 / (System.nanoTime() - start);
            System.out.printf("%.0f events/s, by hand %.0f: %.1f times%n", perSecond, byHand, perSecond / byHand);
            assertThat(perSecond / byHand).isGreaterThan(COLLAPSED);
        }
        assertThat(postgres.count("held")).isEqualTo(BY_HAND + EVENTS);
    }

    /** Events per second of what people write by hand. */
    private static double byHand() throws SQLException {
        try (Connection connection = postgres.connection();
                PreparedStatement claim = connection.prepareStatement(
                        "INSERT INTO by_hand VALUES ('hand', ?::uuid) ON CONFLICT DO NOTHING");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO held VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            for (int i = 0; i < BY_HAND; i++) {
                claim.setString(1, new UUID(7, i).toString());
                claim.executeUpdate();
                insert.setInt(1, EVENTS + i);
                insert.setString(2, "body of " + i);
                insert.executeUpdate();
                connection.commit();
            }
            return BY_HAND * 1e9 / (System.nanoTime() - start);
        }
    }
}
