package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Claims the events of a transaction, in one of two forms with the same end. The careful form leaves alone what is claimed
 * already and says what is new. The trusting form takes every event for new, which is much less work for the server; if one
 * is not, nothing is claimed and the careful form follows.
 *
 * <p>Known events come in crowds, after a start, a rebalance or a replay: one of them makes the next transactions careful. So
 * a crowd costs one failed statement, which the server notes as one line of level ERROR in its log.
 */
final class Claims {
    private static final String UNIQUE_VIOLATION = "23505";

    /** Transactions without any known event after which the crowd is taken to be over. */
    private static final int CROWD = 20;

    /** The first transaction of a task is where known events are likely. */
    private int carefulFor = 1;

    /**
     * Begins a transaction, moves offsets where they are kept, and claims these events.
     *
     * @return those that are new
     */
    Set<EventId> begin(Session session, Optional<Moves> moves, SortedSet<EventId> ids) throws SQLException {
        if (carefulFor == 0) {
            if (allNew(session, moves, ids)) {
                return new HashSet<>(ids);
            }
            carefulFor = CROWD;
        }
        Set<EventId> fresh = session.beginAndClaim(moves, ids);
        carefulFor = fresh.size() < ids.size() ? CROWD : Math.max(0, carefulFor - 1);
        return fresh;
    }

    /** Whether all could be claimed; otherwise the transaction has been undone. */
    private static boolean allNew(Session session, Optional<Moves> moves, SortedSet<EventId> ids) throws SQLException {
        try {
            if (session.beginAndClaimAll(moves, ids) == ids.size()) {
                return true;
            }
        } catch (SQLException e) {
            if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw e;
            }
        }
        session.undo();
        return false;
    }
}
