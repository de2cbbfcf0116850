package io.effectivelyonce.localstack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Real servers as processes of their own, started together and stopped together:
 *
 * <pre>{@code
 * try (LocalStack stack = LocalStack.in(folder)
 *         .postgres()
 *         .kafka()
 *         .connect(worker -> worker.plugin("debezium-postgres"))
 *         .start()) {
 *     stack.postgres().kill();
 *     stack.postgres().start();
 *     stack.connect().rest().awaitRunning("orders", Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>No process outlives the stack: all end when it is closed, when its start fails, and when this JVM ends, is interrupted or is
 * killed. The data stay in the folder, and a stack that is started there again goes on with them, at other ports.
 */
public final class LocalStack implements AutoCloseable {
    private final Path folder;
    private final Map<String, PostgresServer> postgres;
    private final Optional<KafkaBroker> kafka;
    private final Optional<ElasticsearchServer> elasticsearch;
    private final List<ConnectWorker> workers;

    LocalStack(
            Path folder,
            Map<String, PostgresServer> postgres,
            Optional<KafkaBroker> kafka,
            Optional<ElasticsearchServer> elasticsearch,
            List<ConnectWorker> workers) {
        this.folder = folder;
        this.postgres = Map.copyOf(postgres);
        this.kafka = kafka;
        this.elasticsearch = elasticsearch;
        this.workers = List.copyOf(workers);
    }

    /** Begins a stack whose data lie below the folder, one folder for each part; the folder is created if it isn't there. */
    public static StackPlan in(Path folder) {
        return new StackPlan(folder.toAbsolutePath().normalize());
    }

    /** The PostgreSQL server. */
    public PostgresServer postgres() {
        return postgres(PostgresServer.NAME);
    }

    /** The PostgreSQL server that was asked for under this name. */
    public PostgresServer postgres(String name) {
        return part(Optional.ofNullable(postgres.get(name)), name);
    }

    /** The Kafka broker. */
    public KafkaBroker kafka() {
        return part(kafka, "kafka");
    }

    /** The Elasticsearch node. */
    public ElasticsearchServer elasticsearch() {
        return part(elasticsearch, "elasticsearch");
    }

    /** The first Connect worker. */
    public ConnectWorker connect() {
        return part(workers.stream().findFirst(), "connect");
    }

    /** All Connect workers, in the order in which they were asked for. */
    public List<ConnectWorker> workers() {
        return workers;
    }

    /** Every part of this stack. */
    public List<Part> parts() {
        return Stream.concat(servers(), workers.stream()).toList();
    }

    /** The folder with one log file per part. */
    public Path logs() {
        return folder.resolve("logs");
    }

    void start() {
        try {
            // a worker needs its broker; all others need nobody
            Together.run(servers(), Part::start);
            Together.run(workers.stream(), Part::start);
        } catch (RuntimeException | Error e) {
            parts().forEach(Part::kill);
            throw e;
        }
    }

    /** Stops all parts, workers first. */
    @Override
    public void close() {
        Together.run(workers.stream(), Part::stop);
        Together.run(servers(), Part::stop);
    }

    private Stream<Part> servers() {
        return Stream.concat(
                postgres.values().stream(), Stream.of(kafka, elasticsearch).flatMap(Optional::stream));
    }

    private static <P> P part(Optional<P> part, String name) {
        return part.orElseThrow(() -> new IllegalStateException(
                "This stack has no " + name + ": ask for it with LocalStack.in(folder)." + name + "()"));
    }
}
