package io.effectivelyonce.localstack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * One Elasticsearch or OpenSearch node, without security unless that is asked for: unless a line is asked for, the newest Elasticsearch if the machine has a JDK
 * 21 or newer, else the newest that runs on a JDK 17. It is the published server with its HTTP module and little else: no scripts, no
 * ingest processors, no analyzers for languages; a re-index only on Elasticsearch 7 and OpenSearch.
 */
public final class ElasticsearchServer extends ServerPart {
    private static final Duration PROBE = Duration.ofSeconds(5);
    private static final int QUIET_FROM_JDK = 24;

    private final ElasticsearchSettings asked;
    private final ElasticsearchHome home;
    private final Jdk jdk;
    private final String version;
    private final int port = Ports.free();
    private final int transportPort = Ports.free();
    private final HttpClient http;
    private Path homeFolder;

    ElasticsearchServer(House house, Path stack, ElasticsearchSettings asked) {
        super("elasticsearch", stack);
        this.asked = asked;
        ElasticsearchLine line = asked.line();
        this.jdk = line.jdk();
        this.version = line.version(house);
        this.home = new ElasticsearchHome(house, line, asked.security().isPresent(), jdk, log());
        this.http = asked.security()
                .map(security ->
                        HttpClient.newBuilder().sslContext(security.trust()).build())
                .orElseGet(HttpClient::newHttpClient);
    }

    /** The address of its HTTP interface, without a slash at the end. */
    public String url() {
        return (asked.security().isPresent() ? "https" : "http") + "://127.0.0.1:" + port;
    }

    /** The server's version, such as {@code 9.5.3}. */
    public String version() {
        return version;
    }

    @Override
    void prepare() throws IOException {
        homeFolder = home.folder();
        try (var out = Files.newBufferedWriter(configuration())) {
            properties().store(out, null);
        }
        if (asked.security().isPresent()) {
            copyConfiguration(asked.security().get().configuration());
        }
    }

    private void copyConfiguration(Path from) throws IOException {
        Path to = Files.createDirectories(folder().resolve("data").resolve("config"));
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put("node.name", name());
        properties.put("cluster.name", "local-stack");
        properties.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        properties.put("action.destructive_requires_name", "false");
        properties.put("logger.level", "WARN");
        properties.putAll(asked.settings());
        properties.put("discovery.type", "single-node");
        properties.put("network.host", "127.0.0.1");
        properties.put("http.port", Integer.toString(port));
        properties.put("transport.port", Integer.toString(transportPort));
        properties.put("path.home", homeFolder.toString());
        properties.put("path.data", folder().resolve("data").toString());
        properties.put("path.logs", folder().resolve("logs").toString());
        return properties;
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(jdk.program("java")));
        command.addAll(asked.jvm());
        if (jdk.feature() >= QUIET_FROM_JDK) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.add("-Des.path.home=" + homeFolder);
        command.addAll(List.of("-cp", homeFolder.resolve("lib").resolve("*").toString(), ElasticsearchHome.MAIN));
        command.add(configuration().toString());
        return command;
    }

    private Path configuration() {
        return folder().resolve("node.properties");
    }

    @Override
    void probe() throws IOException {
        URI health = URI.create(url() + "/_cluster/health?wait_for_status=yellow&timeout=2s");
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(health).timeout(PROBE).build(), HttpResponse.BodyHandlers.ofString());
            boolean asksWho = asked.security().isPresent() && answer.statusCode() == 401;
            if (answer.statusCode() != 200 && !asksWho) {
                throw new IOException("cluster health answers " + answer.statusCode() + ": " + answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
