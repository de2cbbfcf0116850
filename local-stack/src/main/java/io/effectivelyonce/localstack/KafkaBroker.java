package io.effectivelyonce.localstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

/** A Kafka broker that is its own KRaft controller. Topics exist only if somebody creates them. */
public final class KafkaBroker extends ServerPart {
    private static final String PART = "broker";
    private static final Duration FORMAT = Duration.ofSeconds(60);
    private static final int PROBE_MS = 5_000;

    private final House house;
    private final ServerSettings asked;
    private final int port = Ports.free();
    private final int controllerPort = Ports.free();

    KafkaBroker(House house, Path stack, ServerSettings asked) {
        super("kafka", stack);
        this.house = house;
        this.asked = asked;
    }

    /** What clients need as {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** A new admin client; the caller closes it. */
    public Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    /** Creates a topic and waits until it is there. */
    public void createTopic(String topic, int partitions) {
        createTopic(topic, partitions, Map.of());
    }

    /** Creates a topic with configuration entries such as {@code cleanup.policy} and waits until it is there. */
    public void createTopic(String topic, int partitions, Map<String, String> configuration) {
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configuration);
        try (Admin admin = admin()) {
            admin.createTopics(List.of(wanted)).all().get(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while topic " + topic + " was created", e);
        } catch (Exception e) {
            throw new PartFailedException("Topic " + topic + " could not be created: " + e.getMessage(), log(), e);
        }
    }

    @Override
    void prepare() throws IOException {
        Properties properties = properties();
        try (var out = Files.newBufferedWriter(configuration())) {
            properties.store(out, null);
        }
        Path formatted = folder().resolve("formatted");
        if (!Files.exists(formatted)) {
            // what a format that was cut short has left can't be told from a whole one
            Folders.delete(data());
            format();
            Files.createFile(formatted);
        }
    }

    private void format() throws IOException {
        List<String> command = java(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), "kafka.tools.StorageTool");
        command.addAll(List.of(
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                configuration().toString()));
        ServerProcess.run(command, folder(), log(), FORMAT);
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", "1");
        properties.put("num.partitions", "1");
        for (String internal : List.of("offsets.topic", "transaction.state.log")) {
            properties.put(internal + ".replication.factor", "1");
            properties.put(internal + ".num.partitions", "1");
        }
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("auto.create.topics.enable", "false");
        properties.putAll(asked.settings());
        properties.put("log.dirs", data().toString());
        properties.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        return properties;
    }

    @Override
    List<String> command() {
        List<String> command = java(asked.jvm(), "kafka.Kafka");
        command.add(configuration().toString());
        return command;
    }

    private List<String> java(List<String> options, String main) {
        List<String> command = new ArrayList<>(List.of(Jdk.current().program("java")));
        command.addAll(options);
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
        command.addAll(List.of("-cp", house.classPath(PART), main));
        return command;
    }

    private Path configuration() {
        return folder().resolve("server.properties");
    }

    private Path data() {
        return folder().resolve("data");
    }

    @Override
    void probe() throws IOException, ExecutionException {
        // an admin client that nobody answers fills the caller's log with warnings
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        Map<String, Object> impatient = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                PROBE_MS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                PROBE_MS);
        try (Admin admin = Admin.create(impatient)) {
            int brokers = admin.describeCluster().nodes().get().size();
            if (brokers == 0) {
                throw new IllegalStateException("no broker is registered yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
