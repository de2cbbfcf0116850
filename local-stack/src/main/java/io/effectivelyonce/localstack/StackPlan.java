package io.effectivelyonce.localstack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The parts that a stack will have. Each may also be alone. */
public final class StackPlan {
    private static final String[] BROKER_JVM = {"-Xms256m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"};

    private final House house = House.find();
    private final Path folder;
    private final Map<String, PostgresServer> postgres = new LinkedHashMap<>();
    private Optional<KafkaBroker> kafka = Optional.empty();
    private Optional<ElasticsearchServer> elasticsearch = Optional.empty();
    private final List<WorkerSettings> workers = new ArrayList<>();

    StackPlan(Path folder) {
        this.folder = folder;
    }

    /** Asks for a PostgreSQL server. */
    public StackPlan postgres() {
        return postgres(settings -> {});
    }

    /** Asks for a PostgreSQL server with settings of its own. */
    public StackPlan postgres(Consumer<ServerSettings> changes) {
        return postgres(PostgresServer.NAME, changes);
    }

    /**
     * Asks for a PostgreSQL server with a name of its own, for stacks with more than one. The environment of the workers tells of
     * the one without a name only.
     */
    public StackPlan postgres(String name, Consumer<ServerSettings> changes) {
        postgres.put(name, new PostgresServer(name, house, folder, changed(new ServerSettings(), changes)));
        return this;
    }

    /** Asks for a Kafka broker. */
    public StackPlan kafka() {
        return kafka(settings -> {});
    }

    /** Asks for a Kafka broker with settings of its own. */
    public StackPlan kafka(Consumer<ServerSettings> changes) {
        kafka = Optional.of(new KafkaBroker(house, folder, changed(new ServerSettings(BROKER_JVM), changes)));
        return this;
    }

    /** Asks for an Elasticsearch node. */
    public StackPlan elasticsearch() {
        return elasticsearch(settings -> {});
    }

    /** Asks for an Elasticsearch node with settings of its own. */
    public StackPlan elasticsearch(Consumer<ElasticsearchSettings> changes) {
        elasticsearch =
                Optional.of(new ElasticsearchServer(house, folder, changed(new ElasticsearchSettings(), changes)));
        return this;
    }

    /** Asks for a Connect worker, for one more with each call. The stack must have a broker. */
    public StackPlan connect(Consumer<WorkerSettings> changes) {
        workers.add(changed(new WorkerSettings(), changes));
        return this;
    }

    /**
     * Starts all parts, side by side where they don't need each other, and returns when all are ready.
     *
     * @throws PartFailedException if a part can't be started; none is left running then
     */
    public LocalStack start() {
        LocalStack stack = new LocalStack(folder, postgres, kafka, elasticsearch, connectWorkers());
        stack.start();
        return stack;
    }

    private List<ConnectWorker> connectWorkers() {
        List<ConnectWorker> planned = new ArrayList<>();
        for (WorkerSettings worker : workers) {
            KafkaBroker broker = kafka.orElseThrow(
                    () -> new IllegalStateException("A worker needs a broker: add kafka() to the stack"));
            String name = "connect-" + (planned.size() + 1);
            planned.add(new ConnectWorker(name, house, folder, broker, worker, this::addresses));
        }
        return planned;
    }

    private Map<String, String> addresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        Optional.ofNullable(postgres.get(PostgresServer.NAME)).ifPresent(server -> {
            addresses.put("POSTGRES_HOST", server.host());
            addresses.put("POSTGRES_PORT", Integer.toString(server.port()));
            addresses.put("POSTGRES_USER", server.user());
            addresses.put("POSTGRES_PASSWORD", server.password());
        });
        elasticsearch.ifPresent(server -> addresses.put("ELASTICSEARCH_URL", server.url()));
        return addresses;
    }

    private static <S> S changed(S settings, Consumer<S> changes) {
        changes.accept(settings);
        return settings;
    }
}
