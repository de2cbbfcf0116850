package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowFault;
import io.effectivelyonce.outbox.row.RowIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which changes of an outbox table become events. */
record OperationPolicy(OnUpdate update, OnSnapshot snapshot, OnDelete delete, OnTruncate truncate) {
    /** What becomes of an update; an outbox row is written once. */
    enum OnUpdate {
        WARN,
        ERROR,
        FATAL
    }

    /** What becomes of a row that a snapshot reads. */
    enum OnSnapshot {
        ROUTE,
        DROP,
        FAIL
    }

    /** What becomes of a delete; usually housekeeping. */
    enum OnDelete {
        DROP,
        FAIL
    }

    /** What becomes of a truncate. */
    enum OnTruncate {
        FAIL,
        DROP
    }

    private static final Logger LOGGER = LoggerFactory.getLogger(OperationPolicy.class);

    /** Whether the change becomes an event; throws where the user chose to stop. */
    boolean routes(ChangeEvent change, Columns names) {
        return switch (change.operation()) {
            case CREATE, OTHER -> true;
            case SNAPSHOT -> {
                stopIf(snapshot == OnSnapshot.FAIL, change, names, Options.BEHAVIOR_ON_SNAPSHOT, "a row of a snapshot");
                yield snapshot == OnSnapshot.ROUTE;
            }
            case DELETE -> {
                stopIf(delete == OnDelete.FAIL, change, names, Options.BEHAVIOR_ON_DELETE, "a delete");
                yield false;
            }
            case TRUNCATE -> {
                stopIf(truncate == OnTruncate.FAIL, change, names, Options.BEHAVIOR_ON_TRUNCATE, "a truncate");
                yield false;
            }
            case UPDATE -> {
                stopIf(update == OnUpdate.FATAL, change, names, Options.OP_INVALID, "an update");
                logDroppedUpdate(change, names);
                yield false;
            }
        };
    }

    private static void stopIf(boolean stop, ChangeEvent change, Columns names, String option, String found) {
        if (stop) {
            throw new RowFault(Row.identity(change, names), "op", "an operation that " + option + " lets pass", found);
        }
    }

    private void logDroppedUpdate(ChangeEvent change, Columns names) {
        RowIdentity row = Row.identity(change, names);
        String message =
                "Dropped an update of the outbox row with event id {} in table {}; outbox rows are written once";
        if (update == OnUpdate.ERROR) {
            LOGGER.error(message, row.eventId(), row.table());
        } else {
            LOGGER.warn(message, row.eventId(), row.table());
        }
    }
}
