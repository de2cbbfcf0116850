package io.effectivelyonce.jdbc;

import io.effectivelyonce.localstack.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of a server, handing out its connections per transaction, in turn. */
final class PgBouncer implements AutoCloseable {
    private static final Path PACKAGES = Path.of("target", "pgbouncer").toAbsolutePath();

    private final Process process;
    private final Path log;
    private final int port;

    private PgBouncer(PostgresServer server, Path folder, String mode) throws IOException {
        String program = program();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("users"), "\"" + server.user() + "\" \"" + server.password() + "\"\n");
        Files.writeString(
                folder.resolve("pgbouncer.ini"),
                String.join(
                        "\n",
                        "[databases]",
                        "* = host=" + server.host() + " port=" + server.port(),
                        "[pgbouncer]",
                        "listen_addr = 127.0.0.1",
                        "listen_port = " + port,
                        "unix_socket_dir =",
                        "auth_type = scram-sha-256",
                        "auth_file = " + folder.resolve("users"),
                        "pool_mode = " + mode,
                        // newer ones can keep track of prepared statements
                        keepsTrack(program) ? "max_prepared_statements = 0" : "",
                        "default_pool_size = 3",
                        "server_round_robin = 1",
                        ""));
        log = folder.resolve("log");
        process = start(program, folder);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::listens);
    }

    /**
     * Starts one that hands out servers per transaction and keeps no track of prepared statements; where neither the system has
     * it nor Debian's tools can bring it, the test is skipped and says so.
     */
    static PgBouncer before(PostgresServer server) {
        return before(server, "transaction");
    }

    /** The same in another {@code pool_mode}. */
    static PgBouncer before(PostgresServer server, String mode) {
        try {
            Path folder = Files.createTempDirectory("pgbouncer");
            return new PgBouncer(server, folder, mode);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean keepsTrack(String program) throws IOException {
        ProcessBuilder ask = new ProcessBuilder(program, "--version").redirectErrorStream(true);
        libraries().ifPresent(path -> ask.environment().put("LD_LIBRARY_PATH", path));
        String answer = new String(ask.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher version = Pattern.compile("PgBouncer 1\\.(\\d+)").matcher(answer);
        return version.find() && Integer.parseInt(version.group(1)) >= 21;
    }

    private Process start(String program, Path folder) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program, folder.resolve("pgbouncer.ini").toString()));
        if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            // it refuses to be root
            command.addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        libraries().ifPresent(path -> builder.environment().put("LD_LIBRARY_PATH", path));
        return builder.start();
    }

    private boolean listens() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("PgBouncer ended: " + Files.readString(log));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private static String program() throws IOException {
        for (Path installed : List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"))) {
            if (Files.isExecutable(installed)) {
                return installed.toString();
            }
        }
        Path fetched = unpacked().resolve("usr/sbin/pgbouncer");
        if (!Files.isExecutable(fetched)) {
            fetch();
        }
        Assumptions.assumeTrue(
                Files.isExecutable(fetched), "PgBouncer is not installed, and Debian's tools could not bring it");
        return fetched.toString();
    }

    private static Path unpacked() {
        return PACKAGES.resolve("unpacked");
    }

    private static Optional<String> libraries() throws IOException {
        Path folder = unpacked().resolve("usr/lib");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> processors = Files.list(folder)) {
            return processors
                    .map(Path::toString)
                    .filter(name -> name.contains("-linux-"))
                    .findFirst();
        }
    }

    /** The package and those libraries that the system lacks, unpacked without being installed: that needs no root. */
    private static void fetch() throws IOException {
        Files.createDirectories(PACKAGES.resolve("lists/partial"));
        Files.createDirectories(PACKAGES.resolve("cache/archives/partial"));
        String own = "-o Dir::State::lists=" + PACKAGES.resolve("lists") + " -o Dir::Cache=" + PACKAGES.resolve("cache")
                + " -o Debug::NoLocking=1";
        run("set -e; command -v apt-get dpkg; apt-get -q " + own + " update;"
                + " names=$(apt-get " + own + " -s install --no-install-recommends pgbouncer"
                + " | awk '/^Inst (lib|pgbouncer )/ {print $2}');"
                + " apt-get -q " + own + " download $names;"
                + " for package in *.deb; do dpkg -x $package " + unpacked() + "; done");
    }

    private static void run(String script) throws IOException {
        try {
            Process shell = new ProcessBuilder("sh", "-c", script)
                    .directory(PACKAGES.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(PACKAGES.resolve("fetch.log").toFile())
                    .start();
            if (!shell.waitFor(120, TimeUnit.SECONDS)) {
                shell.descendants().forEach(ProcessHandle::destroyForcibly);
                shell.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(log.getParent())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
