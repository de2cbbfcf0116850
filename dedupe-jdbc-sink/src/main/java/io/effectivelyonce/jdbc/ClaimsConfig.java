package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.Horizon;
import io.effectivelyonce.jdbc.retention.Retention;
import io.effectivelyonce.jdbc.spelling.TableName;
import java.util.Optional;

/**
 * How events are claimed.
 *
 * @param consumer the name under which they are claimed
 * @param type how event ids are stored
 * @param table the claims table
 * @param create whether a missing table is created
 * @param retention how long claims are kept; empty if they know no day and are kept for ever
 */
record ClaimsConfig(String consumer, EventIdType type, TableName table, boolean create, Optional<Retention> retention) {

    /** Whether the claims lie in a partition for each day. */
    boolean daily() {
        return retention.filter(Retention::daily).isPresent();
    }

    /** What the claims have forgotten; empty if they forget nothing. */
    Optional<Horizon> horizon() {
        return retention.map(how -> new Horizon(table, how, consumer));
    }
}
