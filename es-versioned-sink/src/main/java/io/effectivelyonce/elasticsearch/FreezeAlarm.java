package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says so when a conflict being success may hide a mistake: with versions smaller than those of before, every write is stale,
 * all is counted as well, and no document changes any more. A replay looks the same for a while, so this warns and does not
 * fail. Safe for several lanes.
 */
final class FreezeAlarm {
    private static final Logger LOG = LoggerFactory.getLogger(FreezeAlarm.class);

    /** So many stale writes in a row are told of, and ten times as many each time after that. */
    private static final long FIRST = 100;

    private long inARow;
    private long next = FIRST;

    /** What the server made of a write. */
    synchronized void heard(Operation operation, Outcome outcome) {
        if (outcome == Outcome.APPLIED) {
            inARow = 0;
            next = FIRST;
        } else if (outcome == Outcome.STALE && ++inARow == next) {
            next *= 10;
            LOG.warn(
                    "{} writes in a row were older than what the server holds, the last one in index {}, id {}, version {}."
                            + " While records are replayed that is right. Otherwise these documents are frozen: either {}"
                            + " gives smaller numbers than it used to (then write to a new index), or something else writes"
                            + " to the index and raises the versions.",
                    inARow,
                    operation.key().index(),
                    operation.key().id(),
                    operation.version(),
                    DocumentOptions.VERSION_FROM);
        }
    }
}
