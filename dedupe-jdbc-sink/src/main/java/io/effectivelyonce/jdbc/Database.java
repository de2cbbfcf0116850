package io.effectivelyonce.jdbc;

import java.util.function.Consumer;

/** The way to the database: one session at a time, opened when it is needed and again after it broke. */
final class Database {
    private final JdbcSinkConfig config;
    private volatile Session session;

    Database(JdbcSinkConfig config) {
        this.config = config;
    }

    /** The session at hand, or a new one. */
    Session session() throws WriteFailedException {
        if (session == null) {
            session = Session.open(config);
        }
        return session;
    }

    /** Gives up the session; the next one begins afresh. */
    void drop() {
        Session old = session;
        session = null;
        if (old != null) {
            old.close();
        }
    }

    /** Ends what the server is doing for the session, without waiting for it. For threads other than the writer's. */
    void abort() {
        aside(Session::abort);
    }

    /** Ends the connection alone, without waiting for it. For threads other than the writer's. */
    void cut() {
        aside(Session::cut);
    }

    private void aside(Consumer<Session> ending) {
        Session running = session;
        if (running != null) {
            Thread ender = new Thread(() -> ending.accept(running), "dedupe-jdbc-sink-abort");
            ender.setDaemon(true);
            ender.start();
        }
    }
}
