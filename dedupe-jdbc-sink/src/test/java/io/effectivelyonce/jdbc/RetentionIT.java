package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionIT {
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

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

    /** Claims are kept for ten days. */
    private static SinkSetup keeping(String layout) {
        return SinkSetup.payments(postgres)
                .set("dedupe.table.layout", layout)
                .set("event.time.from", "value.at")
                .set("dedupe.retention.ms", Long.toString(Duration.ofDays(10).toMillis()));
    }

    private static SinkRecord paid(long offset, int n, int daysAgo) {
        return event(
                offset,
                id(n),
                "Paid",
                Map.of(
                        "account",
                        1,
                        "amount",
                        n,
                        "at",
                        Instant.now().minus(Duration.ofDays(daysAgo)).toString()));
    }

    private static List<String> amounts() {
        return postgres.rows("SELECT amount FROM payments ORDER BY amount");
    }

    private static String balance() {
        return postgres.rows("SELECT balance FROM accounts WHERE id = 1").get(0);
    }

    private static long millis(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    /** The partition of a day. */
    private static String partition(LocalDate day) {
        return "processed_events_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    private static List<String> partitions() {
        return postgres.rows("SELECT inhrelid::regclass::text FROM pg_inherits"
                + " WHERE inhparent = 'processed_events'::regclass ORDER BY 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "daily"})
    void eventsOfDifferentDaysAreClaimedAndFoundAgain(String layout) {
        List<SinkRecord> events = new ArrayList<>();
        for (int n = 0; n < 9; n++) {
            events.add(paid(n, n, n));
        }
        try (TaskRun task = keeping(layout).start()) {
            task.write(events);
        }
        try (TaskRun task = keeping(layout).start()) {
            task.write(events);
            assertThat(task.outcomes("duplicate")).isEqualTo(9);
        }
        assertThat(postgres.count("payments")).isEqualTo(9);
        assertThat(postgres.count("processed_events WHERE event_day = current_date - 3"))
                .isBetween(0L, 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "daily"})
    void anEventFromBeforeTheHorizonStopsTheTaskByDefaultAndWhatIsBeforeItIsWritten(String layout) {
        try (TaskRun task = keeping(layout).start()) {
            assertThatThrownBy(() -> task.write(paid(0, 1, 1), paid(1, 2, 2), paid(2, 3, 40), paid(3, 4, 1)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 2")
                    .hasMessageContaining(id(3).toString())
                    .hasMessageContaining("behavior.on.too.old=apply");
            assertThat(task.committable()).isEqualTo(2);
        }
        assertThat(amounts()).containsExactly("1", "2");
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "daily"})
    void anEventFromBeforeTheHorizonCanBeRejectedUnclaimedWhileTheOthersGoOn(String layout) {
        try (TaskRun task = keeping(layout).set("behavior.on.too.old", "reject").start()) {
            task.write(paid(0, 1, 1), paid(1, 2, 40), paid(2, 2, 40), paid(3, 4, 1));
            assertThat(task.letters()).hasSize(2);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("offset 1")
                    .hasMessageContaining(id(2).toString())
                    .hasMessageContaining("dedupe.retention.ms");
        }
        assertThat(amounts()).containsExactly("1", "4");
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "daily"})
    void anEventFromBeforeTheHorizonThatIsAppliedIsKnownWhenItIsDeliveredAgainSoon(String layout) {
        SinkSetup applying = keeping(layout).set("behavior.on.too.old", "apply");
        for (int round = 0; round < 3; round++) {
            try (TaskRun task = applying.start()) {
                task.write(paid(0, 1, 40), paid(1, 1, 40), paid(2, 2, 1));
            }
        }
        assertThat(balance()).isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "daily"})
    void whatIsFromBeforeTheHorizonAndStillClaimedIsADuplicate(String layout) {
        try (TaskRun task = keeping(layout).start()) {
            task.write(paid(0, 1, 5), paid(1, 2, 1));
            postgres.run("UPDATE processed_events_horizon SET forgotten_before = current_date - 2");
            task.write(paid(2, 1, 5), paid(3, 3, 1));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
        assertThat(amounts()).containsExactly("1", "2", "3");
    }

    /** As when another task, or a configuration with a shorter retention, has removed claims while this one runs. */
    @ParameterizedTest
    @CsvSource({"plain,careful", "plain,trusting", "daily,careful", "daily,trusting"})
    void aClaimThatIsWonOnlyBecauseItsForerunnerWasRemovedIsUndone(String layout, String form) {
        postgres.run("ALTER TABLE payments DROP CONSTRAINT payments_pkey"); // nothing else must recognise the event
        try (TaskRun task = keeping(layout).set("behavior.on.too.old", "reject").start()) {
            task.write(paid(0, 1, 5));
            if (form.equals("trusting")) {
                task.write(paid(1, 2, 1));
            }
            postgres.run("UPDATE processed_events_horizon SET forgotten_before = current_date - 2");
            postgres.run(
                    layout.equals("plain")
                            ? "DELETE FROM processed_events WHERE event_day < current_date - 2"
                            : "DROP TABLE " + partition(today.minusDays(5)));
            task.write(paid(2, 1, 5), paid(3, 3, 1));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("no longer kept");
        }
        assertThat(postgres.count("payments WHERE amount = 1")).isEqualTo(1);
        assertThat(postgres.count("payments WHERE amount = 3")).isEqualTo(1);
    }

    @Test
    void aLongerRetentionDoesNotBringBackWhatIsForgotten() {
        try (TaskRun task = keeping("plain").start()) {
            task.write(paid(0, 1, 1));
        }
        String horizon = postgres.rows("SELECT forgotten_before FROM processed_events_horizon")
                .get(0);
        try (TaskRun task = keeping("plain")
                .set("dedupe.retention.ms", Long.toString(Duration.ofDays(100).toMillis()))
                .start()) {
            assertThatThrownBy(() -> task.write(paid(1, 2, 20))).hasMessageContaining("before " + horizon);
        }
    }

    @Test
    void textIdsLieInDailyPartitionsToo() {
        SinkSetup texts = keeping("daily")
                .set("event.id.type", "text")
                .set("statements.payment.sql", "INSERT INTO payments VALUES (:event.id::uuid, :amount)");
        for (int round = 0; round < 2; round++) {
            try (TaskRun task = texts.start()) {
                task.write(paid(0, 1, 1), paid(1, 2, 2));
            }
        }
        assertThat(balance()).isEqualTo("3");
    }

    @Test
    void idsOfVersionSevenNeedNoOtherTime() {
        long millis = Instant.now().minus(Duration.ofDays(2)).toEpochMilli();
        UUID old = new UUID(millis << 16 | 0x7000, 0x8000_0000_0000_0000L);
        try (TaskRun task = keeping("daily").set("event.time.from", "uuidv7").start()) {
            task.write(event(0, old, "Paid", Map.of("account", 1, "amount", 5)));
            task.write(event(1, id(1), "Paid", Map.of("account", 1, "amount", 7)));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("version 7");
        }
        assertThat(partitions()).contains(partition(today.minusDays(2)));
    }

    @Test
    void withoutARetentionDaysOfAnyAgeGetTheirPartition() {
        try (TaskRun task = keeping("daily").without("dedupe.retention.ms").start()) {
            task.write(
                    paid(0, 1, 4_000),
                    paid(1, 2, -3),
                    paid(2, 3, 0),
                    event(3, id(4), "Paid", Map.of("account", 1, "amount", 4)));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("event.time.from");
        }
        assertThat(amounts()).containsExactly("1", "2", "3");
        assertThat(partitions()).contains(partition(today.minusDays(4_000)), partition(today.plusDays(3)));
    }

    @Test
    void tasksThatMissTheSameDayAtTheSameTimeShareItsPartition() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> problems = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
            Thread thread = new Thread(() -> {
                try (TaskRun run = keeping("daily").start()) {
                    for (int n = 0; n < 8; n++) {
                        run.write(paid(n, n, n));
                    }
                } catch (Throwable e) {
                    synchronized (problems) {
                        problems.add(e);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problems).isEmpty();
        assertThat(balance()).isEqualTo("28");
    }

    @Test
    void aNewDayDoesNotWaitForAnOpenWriter() throws SQLException {
        try (TaskRun task = keeping("daily").start()) {
            task.write(paid(0, 1, 1));
            try (Connection writer = postgres.connection();
                    Statement insert = writer.createStatement()) {
                writer.setAutoCommit(false);
                insert.execute(
                        "INSERT INTO processed_events VALUES ('other', '" + id(9) + "', '" + today.minusDays(1) + "')");
                task.write(paid(1, 2, 6));
            }
        }
        assertThat(amounts()).containsExactly("1", "2");
    }

    @Test
    void oldDaysAreDroppedAndTheNextOnesPrepared() {
        try (TaskRun task = keeping("daily").start()) {
            task.write(paid(0, 1, 1));
        }
        LocalDate old = today.minusDays(30);
        LocalDate young = today.minusDays(31);
        for (LocalDate day : List.of(old, young)) {
            postgres.run("CREATE TABLE " + partition(day) + " PARTITION OF processed_events FOR VALUES FROM ('" + day
                    + "') TO ('" + day.plusDays(1) + "')");
        }
        postgres.run("INSERT INTO processed_events VALUES ('payments', '" + id(8) + "', '" + old
                + "', now() - interval '25 hours'), ('payments', '" + id(9) + "', '" + young + "', now())");
        try (TaskRun task = keeping("daily").start()) {
            Awaitility.await().until(() -> !partitions().contains(partition(old)));
            assertThat(partitions())
                    .contains(partition(young), partition(today), partition(today.plusDays(2)))
                    .contains(partition(today.minusDays(1)));
            Awaitility.await().until(() -> task.metric("claims-oldest-ms").equals(millis(young)));
            assertThat(task.metric("claims-horizon-ms").longValue()).isGreaterThan(millis(young));
            task.write(paid(1, 1, 1));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
    }

    @Test
    void aDayThatIsInUseIsLeftAloneAndWritersGoOn() throws SQLException {
        try (TaskRun task = keeping("daily").start()) {
            task.write(paid(0, 1, 1));
        }
        LocalDate old = today.minusDays(30);
        postgres.run("CREATE TABLE " + partition(old) + " PARTITION OF processed_events FOR VALUES FROM ('" + old
                + "') TO ('" + old.plusDays(1) + "')");
        try (Connection reader = postgres.connection();
                Statement look = reader.createStatement()) {
            reader.setAutoCommit(false);
            look.execute("SELECT count(*) FROM processed_events");
            try (TaskRun task = keeping("daily").start()) {
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> !postgres.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                        + " AND query LIKE 'DROP TABLE%'")
                                .isEmpty());
                task.put(paid(1, 2, 1));
                task.settleWithin(Duration.ofSeconds(8));
                assertThat(task.metric("claims-oldest-ms")).isEqualTo(millis(old));
                assertThat(task.metric("claims-horizon-ms").longValue()).isGreaterThan(millis(old));
            }
        }
        assertThat(partitions()).contains(partition(old));
        try (TaskRun task = keeping("daily").start()) {
            Awaitility.await().until(() -> !partitions().contains(partition(old)));
            Awaitility.await().until(() -> task.metric("claims-oldest-ms").longValue() > millis(old));
            assertThat(task.letters()).isEmpty();
        }
    }

    @Test
    void oldClaimsOfThisConsumerAreDeletedInBatches() {
        try (TaskRun task = keeping("plain").start()) {
            task.write(paid(0, 1, 1));
        }
        postgres.run("INSERT INTO processed_events SELECT who, gen_random_uuid(), current_date - days,"
                + " now() - interval '1 day' * days FROM unnest('{payments,other}'::text[]) AS who,"
                + " unnest('{3,30}'::int[]) AS days, generate_series(1, 12500)");
        postgres.run("INSERT INTO processed_events VALUES ('payments', '" + id(9) + "', current_date - 30, now())");
        try (TaskRun task = keeping("plain").start()) {
            Awaitility.await()
                    .until(() -> postgres.count(
                                    "processed_events WHERE consumer = 'payments' AND event_day < current_date - 20")
                            == 1);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("processed_events")).isEqualTo(1 + 3 * 12_500 + 1);
    }
}
