package io.effectivelyonce.localstack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A Prometheus of Debian's, with a configuration file of the caller's. */
public final class PrometheusServer extends ServerPart implements AutoCloseable {
    private static final Duration PROBE = Duration.ofSeconds(5);

    private final Path program;
    private final Path configuration;
    private final int port = Ports.free();
    private final HttpClient http = HttpClient.newHttpClient();

    private PrometheusServer(Path program, Path folder, Path configuration) {
        super("prometheus", folder);
        this.program = program;
        this.configuration = configuration;
    }

    /**
     * Starts one.
     *
     * @param debian the package {@code prometheus}
     * @param folder its data and its log lie below
     * @param configuration the file that says what it scrapes and by which rules
     * @throws PartFailedException if it can't be started
     */
    public static PrometheusServer start(DebianPackage debian, Path folder, Path configuration) {
        PrometheusServer server = new PrometheusServer(
                debian.program("usr/bin/prometheus"), folder.toAbsolutePath(), configuration.toAbsolutePath());
        server.start();
        return server;
    }

    /** The address of its HTTP interface, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    void prepare() {}

    @Override
    List<String> command() {
        return List.of(
                program.toString(),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder().resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=warn");
    }

    @Override
    void probe() throws IOException, InterruptedException {
        HttpRequest ready = HttpRequest.newBuilder(URI.create(url() + "/-/ready"))
                .timeout(PROBE)
                .build();
        int status = http.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != 200) {
            throw new IOException("/-/ready answers " + status);
        }
    }

    /** {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }
}
