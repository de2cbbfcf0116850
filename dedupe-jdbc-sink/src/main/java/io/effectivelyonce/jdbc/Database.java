package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.postgresql.PGConnection;

/**
 * The way to the database: one session at a time, opened when it is needed and again after it broke. The writer's thread uses
 * it; the others cut it short.
 */
final class Database {
    private static final String AUTHORIZATION = "28";

    private final JdbcSinkConfig config;
    private volatile ConnectionSettings settings;
    private volatile boolean refused;
    private volatile boolean ended;
    private volatile Connection connection;
    private Session session;
    private boolean hasOpened;
    private Thread opener;

    Database(JdbcSinkConfig config) {
        this.config = config;
        this.settings = config.connection();
    }

    /** The session at hand, or a new one. */
    Session session() throws WriteFailedException {
        if (session == null || session.closed()) {
            session = open();
            hasOpened = true;
        }
        return session;
    }

    private Session open() throws WriteFailedException {
        opening(Thread.currentThread());
        try {
            return Session.open(config, settings, this::connected);
        } catch (WriteFailedException e) {
            refused = e.fault().sqlState().startsWith(AUTHORIZATION);
            throw e;
        } finally {
            opening(null);
        }
    }

    /** Another connection than the session's, for a thread of its own; with the credentials of now. */
    Connection connectBeside() throws SQLException {
        try {
            return Session.connectBeside(settings);
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith(AUTHORIZATION)) {
                refused = true;
            }
            throw e;
        }
    }

    private synchronized void opening(Thread thread) {
        opener = thread;
    }

    private void connected(Connection made) {
        connection = made;
        if (ended) {
            cut();
        }
    }

    /** Whether a session could be opened before: then nothing that opening one takes was configured wrongly. */
    boolean hasOpened() {
        return hasOpened;
    }

    /** Whether the database refused the role or its password the last time. Told once. */
    boolean refused() {
        boolean told = refused;
        refused = false;
        return told;
    }

    /** Connects this way from the next session on. */
    void connectAs(ConnectionSettings other) {
        settings = other;
    }

    /** Gives up the session; the next one begins afresh. */
    void drop() {
        Session old = session;
        session = null;
        connection = null;
        if (old != null) {
            old.close();
        }
    }

    /** Opens nothing any more, and ends what is open. For threads other than the writer's. */
    void end(Consumer<Database> way) {
        ended = true;
        interruptOpener();
        way.accept(this);
    }

    /** The driver's way into a server that doesn't answer ends at nothing but an interrupt. */
    private synchronized void interruptOpener() {
        if (opener != null) {
            opener.interrupt();
        }
    }

    /** Ends what the server is doing for the session, without waiting for it. For threads other than the writer's. */
    void abort() {
        aside(Database::cancelAndCut);
    }

    /** Ends the connection alone, without waiting for it. For threads other than the writer's. */
    void cut() {
        aside(Database::cutOff);
    }

    private void aside(Consumer<Connection> ending) {
        Connection running = connection;
        if (running != null) {
            Thread ender = new Thread(() -> ending.accept(running), "dedupe-jdbc-sink-abort");
            ender.setDaemon(true);
            ender.start();
        }
    }

    private static void cancelAndCut(Connection running) {
        try {
            running.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // Without an answer the connection is cut all the same.
        } finally {
            cutOff(running);
        }
    }

    /** The server is left to finish what it is doing. */
    private static void cutOff(Connection running) {
        try {
            running.abort(Runnable::run);
        } catch (SQLException e) {
            // There is nothing left to cut.
        }
    }
}
