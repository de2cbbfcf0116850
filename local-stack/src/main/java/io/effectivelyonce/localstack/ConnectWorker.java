package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * A distributed Connect worker with plugins isolated below a real {@code plugin.path}. Workers of one stack form one cluster.
 *
 * <p>Its environment holds the addresses of the other parts of the stack: {@code POSTGRES_HOST}, {@code POSTGRES_PORT}, {@code
 * POSTGRES_USER}, {@code POSTGRES_PASSWORD}, {@code ELASTICSEARCH_URL}.
 */
public final class ConnectWorker extends ServerPart {
    private static final String PART = "worker";
    private static final String EXPORTER = "jmx-exporter";

    /** What a worker of the stack has unless its properties say otherwise. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("group.id", "connect"),
            Map.entry("key.converter", "org.apache.kafka.connect.json.JsonConverter"),
            Map.entry("value.converter", "org.apache.kafka.connect.json.JsonConverter"),
            Map.entry("key.converter.schemas.enable", "false"),
            Map.entry("value.converter.schemas.enable", "false"),
            Map.entry("config.storage.topic", "connect-configs"),
            Map.entry("offset.storage.topic", "connect-offsets"),
            Map.entry("status.storage.topic", "connect-status"),
            Map.entry("offset.storage.partitions", "1"),
            Map.entry("status.storage.partitions", "1"),
            Map.entry("offset.flush.interval.ms", "1000"),
            Map.entry("plugin.discovery", "service_load"),
            Map.entry("config.providers", "env"),
            Map.entry("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider"),
            // a worker that was killed is missed after seconds, and so are the members that its sinks left behind
            Map.entry("session.timeout.ms", "6000"),
            Map.entry("heartbeat.interval.ms", "2000"),
            Map.entry("consumer.session.timeout.ms", "6000"),
            Map.entry("consumer.heartbeat.interval.ms", "2000"),
            Map.entry("scheduled.rebalance.max.delay.ms", "3000"));

    private final House house;
    private final KafkaBroker kafka;
    private final WorkerSettings asked;
    private final Supplier<Map<String, String>> addresses;
    private final int port = Ports.free();
    private final int jmxPort = Ports.free();
    private final int exporterPort = Ports.free();
    private final ConnectRest rest;

    /** {@code addresses} is asked at each start, when the parts that it tells of are up. */
    ConnectWorker(
            String name,
            House house,
            Path stack,
            KafkaBroker kafka,
            WorkerSettings asked,
            Supplier<Map<String, String>> addresses) {
        super(name, stack);
        this.house = house;
        this.kafka = kafka;
        this.asked = asked;
        this.addresses = addresses;
        this.rest = new ConnectRest(url(), asked.door());
    }

    /** The address of the REST interface, without a slash at the end. */
    public String url() {
        return asked.door().scheme() + "://127.0.0.1:" + port;
    }

    /** The REST interface as a test talks to it. */
    public ConnectRest rest() {
        return rest;
    }

    /** The worker's metrics, read over JMX. */
    public WorkerMetrics metrics() {
        return new WorkerMetrics(jmxPort);
    }

    /**
     * Where Prometheus finds the worker's metrics, as {@code host:port}.
     *
     * @throws IllegalStateException if no {@link WorkerSettings#exporter} was asked for
     */
    public String exporter() {
        if (asked.exporterRules().isEmpty()) {
            throw new IllegalStateException(name() + " has no exporter: ask for it with worker.exporter(rules)");
        }
        return "127.0.0.1:" + exporterPort;
    }

    @Override
    void prepare() throws IOException {
        Folders.delete(pluginPath());
        Files.createDirectories(pluginPath());
        for (PluginSource plugin : asked.plugins()) {
            plugin.installInto(pluginPath(), house);
        }
        try (var out = Files.newBufferedWriter(configuration())) {
            properties().store(out, null);
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.putAll(DEFAULTS);
        properties.putAll(asked.properties());
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        for (String topic : List.of("config", "offset", "status")) {
            properties.put(topic + ".storage.replication.factor", "1");
        }
        properties.putAll(asked.settings());
        properties.put("listeners", url());
        properties.put("rest.advertised.host.name", "127.0.0.1");
        properties.put("rest.advertised.port", Integer.toString(port));
        properties.put("plugin.path", pluginPath().toString());
        return properties;
    }

    @Override
    Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>(addresses.get());
        environment.putAll(asked.environment());
        return environment;
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(Jdk.current().program("java")));
        command.addAll(asked.jvm());
        command.addAll(WorkerMetrics.jvmOptions(jmxPort));
        asked.exporterRules()
                .ifPresent(rules ->
                        command.add("-javaagent:" + house.jars(EXPORTER).get(0) + "=" + exporter() + ":" + rules));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
        // the scan of each plugin folder logs every class that it finds
        command.add("-Dorg.slf4j.simpleLogger.log.org.apache.kafka.connect.runtime.isolation=warn");
        command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
        command.addAll(
                List.of("-cp", house.classPath(asked.partOr(PART)), "org.apache.kafka.connect.cli.ConnectDistributed"));
        command.add(configuration().toString());
        return command;
    }

    private Path configuration() {
        return folder().resolve("worker.properties");
    }

    private Path pluginPath() {
        return folder().resolve("plugins");
    }

    @Override
    void probe() throws IOException {
        rest.requireHealthy();
    }
}
