package io.effectivelyonce.jdbc;

import io.effectivelyonce.localstack.DebianPackage;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of a server, handing out its connections per transaction, in turn. */
final class PgBouncer implements AutoCloseable {
    private static final List<Path> INSTALLED = List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

    private final Process process;
    private final Path log;
    private final int port;

    private PgBouncer(PostgresServer server, Path folder, Program program, String mode) throws IOException {
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
        process = start(folder, program);
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
            Optional<Program> program = program();
            Assumptions.assumeTrue(
                    program.isPresent(), "PgBouncer is not installed, and Debian's tools could not bring it");
            return new PgBouncer(server, Files.createTempDirectory("pgbouncer"), program.get(), mode);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The program, and where its libraries are if they aren't the system's. */
    private record Program(Path path, Optional<Path> libraries) {
        void addLibraries(ProcessBuilder builder) {
            libraries.ifPresent(folder -> builder.environment().put("LD_LIBRARY_PATH", folder.toString()));
        }
    }

    private static Optional<Program> program() throws IOException {
        Optional<Path> installed =
                INSTALLED.stream().filter(Files::isExecutable).findFirst();
        if (installed.isPresent()) {
            return installed.map(path -> new Program(path, Optional.empty()));
        }
        Optional<DebianPackage> fetched = DebianPackage.named("pgbouncer");
        return fetched.isEmpty()
                ? Optional.empty()
                : Optional.of(new Program(
                        fetched.get().program("usr/sbin/pgbouncer"),
                        fetched.get().libraries()));
    }

    private static boolean keepsTrack(Program program) throws IOException {
        ProcessBuilder ask = new ProcessBuilder(program.path().toString(), "--version").redirectErrorStream(true);
        program.addLibraries(ask);
        String answer = new String(ask.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher version = Pattern.compile("PgBouncer 1\\.(\\d+)").matcher(answer);
        return version.find() && Integer.parseInt(version.group(1)) >= 21;
    }

    private Process start(Path folder, Program program) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program.path().toString(), folder.resolve("pgbouncer.ini").toString()));
        if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            // it refuses to be root
            command.addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        program.addLibraries(builder);
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
