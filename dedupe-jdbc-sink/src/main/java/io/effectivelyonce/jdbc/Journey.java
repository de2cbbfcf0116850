package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.select.Selected;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs statements in their order with few journeys to the server. Neighbouring runs of one statement go together,
 * however many; different statements travel as one text, as long as it stays handy.
 */
final class Journey {
    /** More would save little: a text is parsed anew each time, and the driver stops to listen every 64 kB anyway. */
    private static final int HANDY = 64;

    private final Session session;
    private final boolean alone;
    private final List<PreparedCall> calls = new ArrayList<>();
    private final List<List<Selected>> arguments = new ArrayList<>();
    private boolean uniform = true;

    /** What is under way, for a message if it fails. */
    private Object doing = "no statement";

    /**
     * @param alone each statement travels by itself, so that a failure can be told to be its own
     */
    Journey(Session session, boolean alone) {
        this.session = session;
        this.alone = alone;
    }

    void add(JdbcEvent.Call call) throws SQLException {
        PreparedCall prepared = session.call(call.statement());
        boolean same = calls.isEmpty() || calls.get(0) == prepared;
        if (!same && (alone || calls.size() >= HANDY)) {
            flush();
            same = true;
        }
        uniform = uniform && same;
        calls.add(prepared);
        arguments.add(call.arguments());
        if (!uniform && calls.size() >= HANDY) {
            flush();
        }
    }

    void flush() throws SQLException {
        if (calls.isEmpty()) {
            return;
        }
        if (uniform) {
            runBatch(calls.get(0));
        } else {
            runTogether();
        }
        calls.clear();
        arguments.clear();
        uniform = true;
    }

    private void runBatch(PreparedCall call) throws SQLException {
        doing = call;
        // spellings of one key that differ only as texts would meet in one statement
        call.run(arguments, alone);
    }

    private void runTogether() throws SQLException {
        doing = "one of the statements";
        try (PreparedStatement together = session.together(calls)) {
            int offset = 0;
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).bind(together, offset, arguments.get(i));
                offset += calls.get(i).parameters();
            }
            boolean rows = together.execute();
            for (PreparedCall call : calls) {
                call.readResult(together, rows);
                rows = together.getMoreResults();
            }
        }
    }

    @Override
    public String toString() {
        return doing.toString();
    }
}
