package io.effectivelyonce.benchmarks.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What people write by hand: for each event a transaction with a row in processed_events. It stops after some events: it is slow. */
record PerEventConsumer(String name, String topic, int events, int roundTripMillis) implements Contestant {
    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(ground);
                Connection connection = ground.connection(roundTripMillis);
                PreparedStatement claim = connection.prepareStatement(
                        "insert into processed_events (consumer, event_id) values ('hand', ?::uuid) on conflict do nothing");
                PreparedStatement insert = connection.prepareStatement(
                        "insert into orders values (?::uuid, ?, ?, ?, ?::timestamptz, ?::jsonb)")) {
            connection.setAutoCommit(false);
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.seekToBeginning(consumer.assignment());
            ObjectMapper json = new ObjectMapper();
            int done = 0;
            while (done < events) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(5))) {
                    if (done++ < events) {
                        handle(record, json, connection, claim, insert);
                    }
                }
            }
        }
        return ground.ratePerSecond("orders");
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Ground ground) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        ground.stack().kafka().bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static void handle(
            ConsumerRecord<byte[], byte[]> record,
            ObjectMapper json,
            Connection connection,
            PreparedStatement claim,
            PreparedStatement insert)
            throws Exception {
        claim.setString(1, new String(record.headers().lastHeader("id").value(), StandardCharsets.UTF_8));
        if (claim.executeUpdate() == 1) {
            JsonNode order = json.readTree(record.value());
            bind(insert, order.has("payload") ? order.path("payload") : order);
            insert.executeUpdate();
        }
        connection.commit();
    }

    private static void bind(PreparedStatement insert, JsonNode order) throws SQLException {
        insert.setString(1, order.path("id").asText());
        insert.setLong(2, order.path("customer").asLong());
        insert.setString(3, order.path("status").asText());
        insert.setBigDecimal(4, order.path("total").decimalValue());
        insert.setString(5, order.path("placed_at").asText());
        insert.setString(6, order.path("lines").asText());
    }
}
