package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says so when a conflict being success may hide a mistake: with versions smaller than those of before, every write to a known
 * document is stale, all is counted as well, and these documents change no more. New documents go on being written all the same,
 * so it is the share of stale writes that tells, and not that there is nothing else.
 *
 * <p>A replay looks the same, and is right. A record that was made after the task had started is of one only if it was published
 * again, so these are watched apart and warned about; about others there is only a note, for they may be either. Safe for several lanes.
 */
final class FreezeAlarm {
    private static final Logger LOG = LoggerFactory.getLogger(FreezeAlarm.class);

    private static final String WHY =
            " {} of the last {} writes were older than what the server holds, among them {}. These"
                    + " documents are frozen if {} gives smaller numbers than it used to (then write to a new index), or if something"
                    + " else writes to the index and raises the versions.";

    private final long startedAt = System.currentTimeMillis();
    private final Watch fresh = new Watch();
    private final Watch perhapsReplayed = new Watch();

    /**
     * What the server made of a write.
     *
     * @param held the version that the server holds instead; empty if it doesn't tell
     */
    synchronized void heard(Open<Operation> open, Outcome outcome, String held) {
        Long made = open.entry().record().timestamp();
        boolean isFresh = made != null && made >= startedAt;
        Watch watch = isFresh ? fresh : perhapsReplayed;
        if (watch.heard(open.operation(), outcome, held)) {
            Object[] findings = {watch.stale, Watch.WRITES, watch.examples, DocumentOptions.VERSION_FROM};
            if (isFresh) {
                LOG.warn(
                        "These records were made after the task had started, so they are no replay, unless somebody published"
                                + " old events again:" + WHY,
                        findings);
            } else {
                LOG.info("While records are replayed this is right:" + WHY, findings);
            }
        }
        watch.turn();
    }

    /** Counts writes by the hundred. */
    private static final class Watch {
        private static final int WRITES = 100;
        private static final int EXAMPLES = 3;

        private int writes;
        private int stale;
        private final List<String> examples = new ArrayList<>(EXAMPLES);

        /** Hundreds of which half was stale, in a row; told of the first, the tenth, the hundredth... */
        private long bad;

        private long nextTold = 1;

        /** Whether this was the last of a hundred that is to be told of. */
        boolean heard(Operation operation, Outcome outcome, String held) {
            writes++;
            if (outcome == Outcome.STALE) {
                stale++;
                if (examples.size() < EXAMPLES) {
                    examples.add("index " + operation.key().index() + ", id "
                            + operation.key().id() + ": version " + operation.version()
                            + (held.isEmpty() ? "" : " behind " + held));
                }
            }
            if (writes < WRITES) {
                return false;
            }
            if (2 * stale < WRITES) {
                bad = 0;
                nextTold = 1;
                return false;
            }
            bad++;
            if (bad < nextTold) {
                return false;
            }
            nextTold *= 10;
            return true;
        }

        /** Begins the next hundred after the last of one. */
        void turn() {
            if (writes == WRITES) {
                writes = 0;
                stale = 0;
                examples.clear();
            }
        }
    }
}
