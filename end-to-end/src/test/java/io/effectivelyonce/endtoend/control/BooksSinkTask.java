package io.effectivelyonce.endtoend.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.postgresql.Driver;

/** The task of {@link BooksSinkConnector}. */
public final class BooksSinkTask extends SinkTask {
    private static final long SOON_MS = 100;

    private Connection business;
    private Books books;
    private boolean offsetBeforeWrite;
    private List<SinkRecord> waiting = List.of();

    @Override
    public void start(Map<String, String> given) {
        AbstractConfig config = new AbstractConfig(BooksSinkConnector.OPTIONS, given);
        Breakage breakage = Breakage.valueOf(config.getString("books.breakage"));
        Properties login = new Properties();
        login.put("user", config.getString("connection.user"));
        login.put("password", config.getPassword("connection.password").value());
        try {
            // not by DriverManager, which knows the drivers of whichever plugin asked it first
            business = new Driver().connect(config.getString("connection.url"), login);
            business.setAutoCommit(false);
        } catch (SQLException e) {
            throw new ConnectException(e);
        }
        books = BrokenBooks.of(breakage, business, new Fate(given.get("name"), config.getLong("books.dies.at")));
        offsetBeforeWrite = breakage == Breakage.OFFSET_BEFORE_WRITE;
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        if (offsetBeforeWrite) {
            List<SinkRecord> due = waiting;
            waiting = List.copyOf(records);
            context.timeout(SOON_MS);
            write(due);
        } else {
            write(records);
        }
    }

    private void write(Collection<SinkRecord> records) {
        try {
            for (SinkRecord record : records) {
                if (!books.apply(Event.of(record))) {
                    reject(record);
                }
            }
        } catch (SQLException e) {
            throw new ConnectException(e);
        }
    }

    private void reject(SinkRecord record) {
        try {
            context.errantRecordReporter()
                    .report(record, new DataException("The books can't take this event"))
                    .get();
        } catch (ExecutionException e) {
            throw new ConnectException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException(e);
        }
    }

    @Override
    public void stop() {
        try {
            business.close();
        } catch (SQLException e) {
            throw new ConnectException(e);
        }
    }

    @Override
    public String version() {
        return "control";
    }
}
