package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.retention.Retention;
import io.effectivelyonce.spine.RecordFault;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Claims the events of a transaction, in one of two forms with the same end. The careful form leaves alone what is claimed
 * already and says what is new. The trusting form takes every event for new, which is much less work for the server; if one
 * is not, nothing is claimed and the careful form follows.
 *
 * <p>Known events come in crowds, after a start, a rebalance or a replay: one of them makes the next transactions careful. So
 * a crowd costs one failed statement, which the server notes as one line of level ERROR in its log.
 *
 * <p>Events from before the horizon are looked up instead of claimed, unless the user wants them applied. Where the horizon
 * lies is read behind the claims; when it has passed one of them meanwhile, all is undone and begun again.
 */
final class Claims {
    private static final String UNIQUE_VIOLATION = "23505";

    /** Transactions without any known event after which the crowd is taken to be over. */
    private static final int CROWD = 20;

    private final Optional<Retention> retention;

    /** The first transaction of a task is where known events are likely. */
    private int carefulFor = 1;

    /** The day before which claims may be gone, as far as this task knows. */
    private LocalDate horizon = LocalDate.MIN;

    Claims(Optional<Retention> retention) {
        this.retention = retention;
    }

    /**
     * What became of the ids of a transaction.
     *
     * @param fresh new, and claimed
     * @param forgotten from before the horizon and without a claim, so nobody can say whether they are new
     */
    record Claimed(Set<EventId> fresh, Set<EventId> forgotten) {}

    /**
     * Begins a transaction, moves offsets where they are kept, and claims these events.
     *
     * @return empty if the horizon has moved over one of them: the transaction has to be undone, and to begin again
     */
    Optional<Claimed> begin(Session session, Optional<Moves> moves, Collection<JdbcEvent> events)
            throws SQLException, WriteFailedException {
        SortedMap<EventId, Optional<LocalDate>> wanted = new TreeMap<>();
        SortedMap<EventId, Optional<LocalDate>> old = new TreeMap<>();
        for (JdbcEvent event : events) {
            (isOld(event.day()) ? old : wanted).putIfAbsent(event.id().orElseThrow(), event.day());
        }
        session.provideFor(wanted.values());
        FirstMessage.Answer answer = claim(session, moves, wanted, events.size() == 1);
        answer.forgottenBefore().filter(horizon::isBefore).ifPresent(moved -> horizon = moved);
        if (wanted.values().stream().anyMatch(this::isOld)) {
            return Optional.empty();
        }
        Set<EventId> forgotten = new HashSet<>(old.keySet());
        if (!old.isEmpty()) {
            forgotten.removeAll(session.first().lookUp(old));
        }
        return Optional.of(new Claimed(answer.fresh(), forgotten));
    }

    private boolean isOld(Optional<LocalDate> day) {
        return retention.filter(Retention::refusesTheForgotten).isPresent()
                && day.filter(horizon::isAfter).isPresent();
    }

    /** Why an event from before the horizon can't be decided. */
    RecordFault fault(JdbcEvent event) {
        return retention.orElseThrow().fault(event.day().orElseThrow(), horizon);
    }

    private FirstMessage.Answer claim(
            Session session, Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone)
            throws SQLException {
        if (carefulFor == 0) {
            Optional<FirstMessage.Answer> allNew = allNew(session, moves, ids, alone);
            if (allNew.isPresent()) {
                return allNew.get();
            }
            carefulFor = CROWD;
        }
        FirstMessage.Answer answer = session.first().claim(moves, ids, alone);
        carefulFor = answer.fresh().size() < ids.size() ? CROWD : Math.max(0, carefulFor - 1);
        return answer;
    }

    /** What came of claiming all as new; empty if one was not, and the transaction has been undone. */
    private static Optional<FirstMessage.Answer> allNew(
            Session session, Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone)
            throws SQLException {
        try {
            Optional<FirstMessage.Answer> answer = session.first().claimAll(moves, ids, alone);
            if (answer.isPresent()) {
                return answer;
            }
        } catch (SQLException e) {
            if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw e;
            }
        }
        session.undo();
        return Optional.empty();
    }
}
