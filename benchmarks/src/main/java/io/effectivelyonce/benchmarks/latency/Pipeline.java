package io.effectivelyonce.benchmarks.latency;

import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

/** Outbox table, Debezium, Kafka and both sinks, with the worker and the source configured as an operator copies them. */
final class Pipeline implements AutoCloseable {
    static final String TOPIC = "outbox.event.order";
    static final String INDEX = "orders";

    /** The place tells the order of commits, for one task writes. */
    private static final String ROWS = "create table arrived (n bigint not null, body text not null,"
            + " place bigint generated always as identity primary key)";

    private static final Duration START = Duration.ofSeconds(60);

    private final LocalStack stack;
    private final Database shop;
    private final Database business;

    private Pipeline(LocalStack stack) {
        this.stack = stack;
        this.shop = stack.postgres().database("shop");
        this.business = stack.postgres().database("business");
    }

    static Pipeline start(Path root, Path folder) throws SQLException, IOException {
        Path configs = root.resolve("connect-configs");
        Path bundle = bundle(root);
        LocalStack stack = LocalStack.in(folder)
                .postgres()
                .kafka(kafka -> kafka.jvm("-Xmx1g"))
                .elasticsearch()
                .connect(worker -> worker.jvm("-Xms1g", "-Xmx1g")
                        .properties(configs.resolve("worker.properties"))
                        .plugin("debezium-postgres")
                        .plugin(bundle))
                .start();
        try {
            Pipeline pipeline = new Pipeline(stack);
            execute(pipeline.shop, Files.readString(configs.resolve("sql").resolve("shop.sql")));
            execute(pipeline.business, ROWS);
            stack.kafka().createTopic(TOPIC, 1);
            pipeline.register(Files.readString(configs.resolve("source-outbox.json")));
            return pipeline;
        } catch (SQLException | IOException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private static Path bundle(Path root) throws IOException {
        try (DirectoryStream<Path> archives =
                Files.newDirectoryStream(root.resolve("bundle").resolve("target"), "effectively-once-*.zip")) {
            return archives.iterator().next();
        }
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void register(String source) {
        var rest = stack.connect().rest();
        rest.put(source);
        rest.put("rows", rows());
        rest.put("documents", documents());
        for (String each : new String[] {"source-outbox", "rows", "documents"}) {
            rest.awaitRunning(each, START);
        }
    }

    private Map<String, String> rows() {
        return Map.of(
                "connector.class",
                "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector",
                "tasks.max",
                "1",
                "topics",
                TOPIC,
                "connection.url",
                business.jdbcUrl(),
                "connection.user",
                stack.postgres().user(),
                "connection.password",
                stack.postgres().password(),
                "statements",
                "arrived",
                "statements.arrived.sql",
                "insert into arrived (n, body) values (:n, :body)");
    }

    private static Map<String, String> documents() {
        return Map.of(
                "connector.class", "io.effectivelyonce.elasticsearch.VersionedElasticsearchSinkConnector",
                "tasks.max", "1",
                "topics", TOPIC,
                "connection.url", "${env:ELASTICSEARCH_URL}",
                "index.name.format", INDEX,
                "document.id.from", "key",
                "version.from", "header.version");
    }

    Connection shop() throws SQLException {
        return shop.connection();
    }

    Connection business() throws SQLException {
        return business.connection();
    }

    String bootstrapServers() {
        return stack.kafka().bootstrapServers();
    }

    String elasticsearch() {
        return stack.elasticsearch().url();
    }

    @Override
    public void close() {
        stack.close();
    }
}
