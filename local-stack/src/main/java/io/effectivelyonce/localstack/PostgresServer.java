package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A PostgreSQL server with logical decoding ({@code wal_level=logical}). {@code fsync} and {@code synchronous_commit} are on, as by
 * default: what was committed survives {@link #kill()}. Passwords are checked (SCRAM).
 */
public final class PostgresServer extends ServerPart {
    /** The part's name, unless it has one of its own. */
    static final String NAME = "postgres";

    private static final String PART = "postgres";
    private static final String USER = "postgres";
    private static final String SERVICE_DATABASE = "postgres";
    private static final String DUPLICATE_DATABASE = "42P04";
    private static final int FIRST_WITH_BUILTIN_LOCALES = 17;
    private static final Duration INITDB = Duration.ofSeconds(60);

    private final House house;
    private final Path stack;
    private final String part;
    private final Map<String, String> settings;
    private final int port = Ports.free();
    private Unprivileged unprivileged;
    private PostgresPrograms programs;
    private volatile String password;

    PostgresServer(String name, House house, Path stack, ServerSettings asked) {
        this(name, house, stack, asked.partOr(PART), asked.settings());
    }

    private PostgresServer(String name, House house, Path stack, String part, Map<String, String> asked) {
        super(name, stack);
        this.house = house;
        this.stack = stack;
        this.part = part;
        this.settings = new LinkedHashMap<>();
        settings.put("listen_addresses", "127.0.0.1");
        // TCP only: a socket's path below a deep folder is longer than the system allows
        settings.put("unix_socket_directories", "");
        settings.put("wal_level", "logical");
        settings.put("timezone", "UTC");
        settings.put("log_timezone", "UTC");
        settings.put("log_line_prefix", "%m [%p] ");
        settings.putAll(asked);
        settings.put("port", Integer.toString(port));
    }

    /** The host that clients connect to. */
    public String host() {
        return "127.0.0.1";
    }

    /** The port that clients connect to. */
    public int port() {
        return port;
    }

    /** The superuser. */
    public String user() {
        return USER;
    }

    /**
     * The superuser's password, made up once per data folder.
     *
     * @throws IllegalStateException before the first start
     */
    public String password() {
        if (password == null) {
            throw new IllegalStateException("The password of " + name() + " is made at the first start");
        }
        return password;
    }

    /** A database of this server, created if it isn't there. */
    public Database database(String name) {
        try (Connection connection = connect(SERVICE_DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + statement.enquoteIdentifier(name, true));
        } catch (SQLException e) {
            if (!DUPLICATE_DATABASE.equals(e.getSQLState())) {
                throw new PartFailedException("Database " + name + " could not be created", log(), e);
            }
        }
        return new Database(this, name);
    }

    /**
     * Makes another server from a copy of this one's data: a standby that hears nothing more of this one, until it is promoted
     * ({@code pg_promote()}). It has the same password and settings, and is not of the stack: whoever asked for it starts it
     * and stops it.
     *
     * @param name names the new part, its folder and its log
     * @throws IllegalStateException while this server is running: its files are not at rest
     */
    public PostgresServer standby(String name) {
        if (isRunning()) {
            throw new IllegalStateException(name() + " has to be stopped before its data are copied");
        }
        PostgresServer standby = new PostgresServer(name, house, stack, part, settings);
        try {
            Folders.copy(folder(), standby.folder());
            Files.createFile(standby.data().resolve("standby.signal"));
        } catch (IOException e) {
            throw new PartFailedException("The data of " + name() + " could not be copied", standby.log(), e);
        }
        return standby;
    }

    /** Ends all sessions at once and leaves the rest to recovery at the next start ({@code immediate} shutdown). */
    public void stopImmediately() {
        end(Signal.QUIT);
    }

    String jdbcUrl(String database) {
        return "jdbc:postgresql://" + host() + ":" + port + "/" + database;
    }

    Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", password());
        // a frozen server accepts the connection and says nothing
        properties.setProperty("loginTimeout", "10");
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    @Override
    void prepare() throws IOException {
        if (programs == null) {
            programs = PostgresPrograms.of(house, part);
            unprivileged = Unprivileged.here();
            unprivileged.mustReach(programs.home());
        }
        Path secret = folder().resolve("password");
        boolean first = !Files.exists(data());
        if (first) {
            writePassword(secret);
        }
        password = Files.readString(secret);
        unprivileged.giveFolder(folder());
        if (first) {
            initialize(secret);
        }
    }

    private static void writePassword(Path secret) throws IOException {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        Files.deleteIfExists(secret);
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, HexFormat.of().formatHex(bytes));
    }

    /** In a folder beside, so that a data folder under its own name is always a whole one. */
    private void initialize(Path secret) throws IOException {
        Path draft = folder().resolve("initdb");
        Folders.delete(draft);
        Files.createDirectory(
                draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        unprivileged.giveFolder(draft);
        List<String> command = command("initdb");
        command.addAll(
                List.of("-D", draft.toString(), "-U", USER, "--pwfile=" + secret, "-A", "scram-sha-256", "-E", "UTF8"));
        command.addAll(List.of("--locale=C", "--no-sync"));
        if (programs.major() >= FIRST_WITH_BUILTIN_LOCALES) {
            // it knows the letters of all languages, and sorts the same on every system
            command.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
        }
        ServerProcess.run(command, folder(), log(), INITDB);
        Files.move(draft, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    List<String> command() {
        List<String> command = command("postgres");
        command.addAll(List.of("-D", data().toString()));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    private List<String> command(String program) {
        List<String> command = new ArrayList<>(unprivileged.prefix());
        command.add(programs.program(program));
        return command;
    }

    private Path data() {
        return folder().resolve("data");
    }

    /** The fast shutdown; the smart one of SIGTERM waits for clients that keep their sessions. */
    @Override
    Signal polite() {
        return Signal.INT;
    }

    @Override
    void probe() throws SQLException {
        connect(SERVICE_DATABASE).close();
    }
}
