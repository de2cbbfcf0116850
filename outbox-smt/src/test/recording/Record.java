import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Writes down what a Debezium connector delivers, with all schemas: {@code java -cp ... Record.java CONNECTOR PORT FILE [KEY=VALUE]...}. */
final class Record {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration QUIET = Duration.ofSeconds(8);

    public static void main(String[] arguments) throws Exception {
        Map<String, String> config = new TreeMap<>(Map.of(
                "name", "recording",
                "connector.class", arguments[0],
                "database.hostname", "127.0.0.1",
                "database.port", arguments[1],
                "database.user", "root",
                "database.password", "",
                "database.server.id", "5401",
                "topic.prefix", "shop",
                "table.include.list", "shop.outbox"));
        config.putAll(Map.of(
                "snapshot.mode", "no_data",
                "skipped.operations", "none",
                "schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory",
                "schema.history.internal.file.filename", arguments[2] + ".history"));
        for (int i = 3; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            config.put(pair[0], pair[1]);
        }
        SourceConnector connector = (SourceConnector)
                Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        connector.start(config);
        SourceTask task = ((Class<? extends Task>) connector.taskClass())
                .asSubclass(SourceTask.class)
                .getDeclaredConstructor()
                .newInstance();
        Map<String, String> taskConfig = connector.taskConfigs(1).get(0);
        task.initialize(context(taskConfig));
        task.start(taskConfig);
        System.out.println("ready: change the table now");
        List<String> records = new ArrayList<>();
        Instant last = null;
        while (last == null || last.plus(QUIET).isAfter(Instant.now())) {
            List<SourceRecord> polled = task.poll();
            if (polled == null || polled.isEmpty()) {
                continue;
            }
            last = Instant.now();
            for (SourceRecord record : polled) {
                System.out.println(record.topic());
                records.add(json(record).toString());
            }
        }
        task.stop();
        connector.stop();
        Files.writeString(Path.of(arguments[2]), "[\n" + String.join(",\n", records) + "\n]\n");
        Files.deleteIfExists(Path.of(arguments[2] + ".history"));
        System.exit(0);
    }

    private static ObjectNode json(SourceRecord record) throws IOException {
        ObjectNode json = JSON.createObjectNode().put("topic", record.topic());
        json.set("sourcePartition", JSON.valueToTree(record.sourcePartition()));
        json.set("sourceOffset", JSON.valueToTree(record.sourceOffset()));
        json.set("key", data(true, record.topic(), record.keySchema(), record.key()));
        json.set("value", data(false, record.topic(), record.valueSchema(), record.value()));
        ObjectNode headers = json.putObject("headers");
        record.headers().forEach(header -> headers.set(header.key(), uncheckedData(header.schema(), header.value())));
        return json;
    }

    private static JsonNode uncheckedData(Schema schema, Object value) {
        try {
            return data(false, "header", schema, value);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode data(boolean key, String topic, Schema schema, Object value) throws IOException {
        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", "true"), key);
            byte[] text = converter.fromConnectData(topic, schema, value);
            return text == null ? JSON.nullNode() : JSON.readTree(text);
        }
    }

    /** A worker that remembers nothing. */
    private static SourceTaskContext context(Map<String, String> config) {
        OffsetStorageReader nothing = (OffsetStorageReader) Proxy.newProxyInstance(
                Record.class.getClassLoader(),
                new Class<?>[] {OffsetStorageReader.class},
                (proxy, method, given) -> method.getName().equals("offsets") ? Map.of() : null);
        return (SourceTaskContext) Proxy.newProxyInstance(
                Record.class.getClassLoader(),
                new Class<?>[] {SourceTaskContext.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "configs" -> config;
                    case "offsetStorageReader" -> nothing;
                    default -> null;
                });
    }
}
