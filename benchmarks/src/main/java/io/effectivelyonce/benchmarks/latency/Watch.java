package io.effectivelyonce.benchmarks.latency;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Looks at one place, again and again, and notes the events that have come there. */
interface Watch {
    /** Between two looks at a server that doesn't tell by itself. */
    Duration PAUSE = Duration.ofMillis(2);

    /** Looks until told to stop. */
    void look(Run run, BooleanSupplier stopped) throws Exception;

    /** The events of one rate. Their numbers go on from run to run. */
    record Run(
            int first, int sampledEvery, Sightings commits, Sightings consumed, Sightings rows, Sightings documents) {
        static Run of(int first, int events, int sampledEvery) {
            return new Run(
                    first,
                    sampledEvery,
                    new Sightings(events),
                    new Sightings(events),
                    new Sightings(events),
                    new Sightings(events));
        }

        int documentsWanted() {
            return (commits.events() + sampledEvery - 1) / sampledEvery;
        }

        boolean complete() {
            return consumed.count() == commits.events()
                    && rows.count() == commits.events()
                    && documents.count() == documentsWanted();
        }
    }

    /** A consumer that does nothing: what Debezium and Kafka take, whatever the sink. */
    record OfTopic(Pipeline pipeline) implements Watch {
        @Override
        public void look(Run run, BooleanSupplier stopped) {
            try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                    Map.of(
                            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                            pipeline.bootstrapServers(),
                            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                            "read_committed"),
                    new StringDeserializer(),
                    new StringDeserializer())) {
                consumer.assign(List.of(new TopicPartition(Pipeline.TOPIC, 0)));
                consumer.seekToBeginning(consumer.assignment());
                while (!stopped.getAsBoolean()) {
                    for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                        run.consumed().note(Integer.parseInt(record.key()) - run.first());
                    }
                }
            }
        }
    }

    /** The table that the JDBC sink writes. */
    record OfRows(Pipeline pipeline) implements Watch {
        @Override
        public void look(Run run, BooleanSupplier stopped) throws Exception {
            try (Connection connection = pipeline.business();
                    PreparedStatement query = connection.prepareStatement(
                            "select place, n from arrived where place > ? order by place")) {
                long place = 0;
                while (!stopped.getAsBoolean()) {
                    query.setLong(1, place);
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            place = rows.getLong(1);
                            run.rows().note(rows.getInt(2) - run.first());
                        }
                    }
                    Thread.sleep(PAUSE.toMillis());
                }
            }
        }
    }

    /** Some of the documents that the Elasticsearch sink writes: each is asked for until it is there. */
    record OfDocuments(Pipeline pipeline) implements Watch {
        @Override
        public void look(Run run, BooleanSupplier stopped) throws Exception {
            HttpClient client = HttpClient.newHttpClient();
            List<Integer> waiting = new ArrayList<>();
            int next = 0;
            while (!stopped.getAsBoolean()) {
                while (next < run.commits().events() && run.consumed().has(next)) {
                    if (next % run.sampledEvery() == 0) {
                        waiting.add(next);
                    }
                    next++;
                }
                for (Iterator<Integer> each = waiting.iterator(); each.hasNext(); ) {
                    int event = each.next();
                    if (answers(client, run.first() + event)) {
                        run.documents().note(event);
                        each.remove();
                    }
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }

        private boolean answers(HttpClient client, int id) throws Exception {
            URI document = URI.create(pipeline.elasticsearch() + "/" + Pipeline.INDEX + "/_doc/" + id);
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(document).GET().build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200
                    && new ObjectMapper().readTree(answer.body()).path("found").asBoolean();
        }
    }
}
