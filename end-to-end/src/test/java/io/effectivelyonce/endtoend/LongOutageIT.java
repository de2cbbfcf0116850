package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The database is out of reach for longer than {@code max.poll.interval.ms}: the short form of a ten-minute outage. The long one
 * is {@code bin/long-outage}, which sets {@code -Doutage.seconds} and {@code -Doutage.max.poll.interval.ms}.
 */
@ExtendWith(SharedPipeline.class)
class LongOutageIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration MAX_POLL_INTERVAL =
            Duration.ofMillis(Long.getLong("outage.max.poll.interval.ms", 4_000));
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("outage.seconds", 8));

    private final String name = "long-outage-" + UUID.randomUUID();
    private final Pipeline pipeline;
    private int sent;

    LongOutageIT(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Test
    void theTaskKeepsRunningInItsGroupAndCompletesAfterwards() throws Exception {
        pipeline.stack().kafka().createTopic(name, 1);
        String table = "\"" + name + "\"";
        execute("create table " + table + " (event_id uuid not null)");
        String kafka = pipeline.stack().kafka().bootstrapServers();
        try (Wire wire = new Wire(pipeline.stack().postgres().port());
                TopicWatch watch = new TopicWatch(kafka);
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka));
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", kafka), new StringSerializer(), new StringSerializer())) {
            pipeline.rest().put(name, config(wire, table));
            pipeline.rest().awaitRunning(name, LIMIT);
            send(producer, 10);
            await().atMost(LIMIT).until(() -> count(table) == 10);
            List<String> members = members(admin);
            assertThat(members).hasSize(1);

            assertThat(OUTAGE).isGreaterThan(MAX_POLL_INTERVAL);
            wire.cut();
            long cut = System.nanoTime();
            await().during(OUTAGE)
                    .atMost(OUTAGE.plus(LIMIT))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> {
                        send(producer, 1);
                        return taskState().equals("RUNNING") && members(admin).equals(members);
                    });
            assertThat(count(table)).isEqualTo(10);
            long mended = System.nanoTime();
            wire.mend();

            await().atMost(LIMIT).until(() -> count(table) == sent);
            assertThat(count("(select distinct event_id from " + table + ") as events"))
                    .isEqualTo(sent);
            assertThat(taskState()).isEqualTo("RUNNING");
            assertThat(watch.count("dead-letters." + name)).isZero();
            assertThat(members(admin)).as("it never left its group").isEqualTo(members);
            System.out.printf(
                    "database out of reach for %d s, max.poll.interval.ms %d: task RUNNING in its group all the time, dead"
                            + " letter queue empty, %d of %d events applied once, the last %d s after the database was back%n",
                    Duration.ofNanos(mended - cut).toSeconds(),
                    MAX_POLL_INTERVAL.toMillis(),
                    count(table),
                    sent,
                    Duration.ofNanos(System.nanoTime() - mended).toSeconds());
        } finally {
            if (pipeline.rest().connectors().contains(name)) {
                pipeline.rest().delete(name);
            }
        }
    }

    private Map<String, String> config(Wire wire, String table) {
        return Map.ofEntries(
                Map.entry("connector.class", "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector"),
                Map.entry("tasks.max", "1"),
                Map.entry("topics", name),
                Map.entry(
                        "connection.url",
                        "jdbc:postgresql://localhost:" + wire.port() + "/"
                                + pipeline.business().name()),
                Map.entry("connection.user", pipeline.stack().postgres().user()),
                Map.entry("connection.password", pipeline.stack().postgres().password()),
                Map.entry("dedupe.consumer", name),
                Map.entry("retry.backoff.max.ms", "500"),
                Map.entry("statements", "one"),
                Map.entry("statements.one.sql", "insert into " + table + " values (:event.id)"),
                Map.entry("value.converter", "org.apache.kafka.connect.storage.StringConverter"),
                Map.entry("header.converter", "org.apache.kafka.connect.storage.StringConverter"),
                Map.entry("errors.tolerance", "all"),
                Map.entry("errors.deadletterqueue.topic.name", "dead-letters." + name),
                Map.entry("errors.deadletterqueue.topic.replication.factor", "1"),
                Map.entry("consumer.override.max.poll.interval.ms", Long.toString(MAX_POLL_INTERVAL.toMillis())));
    }

    private void send(KafkaProducer<String, String> producer, int events) throws Exception {
        for (int n = 0; n < events; n++) {
            ProducerRecord<String, String> record = new ProducerRecord<>(name, 0, "key", "value");
            record.headers().add("id", UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8));
            producer.send(record).get();
            sent++;
        }
    }

    private String taskState() {
        return pipeline.rest().status(name).path("tasks").path(0).path("state").asText();
    }

    /** A consumer that polls too late leaves, and comes back under another member id. */
    private List<String> members(Admin admin) throws Exception {
        List<String> ids = new ArrayList<>();
        for (MemberDescription member : admin.describeConsumerGroups(List.of("connect-" + name))
                .all()
                .get()
                .get("connect-" + name)
                .members()) {
            ids.add(member.consumerId());
        }
        return ids;
    }

    private long count(String table) throws SQLException {
        try (Connection connection = pipeline.business().connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pipeline.business().connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
