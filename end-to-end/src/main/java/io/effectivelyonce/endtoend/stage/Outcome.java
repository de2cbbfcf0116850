package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.audit.Verdict;
import java.util.List;

/**
 * What a run has come to.
 *
 * @param verdict what the audit says
 * @param failedSinks tasks of sinks that failed, which must not be: an outage is waited out
 * @param restarts how often something that had failed was restarted, sources included
 * @param events deeds that the shop has committed
 * @param repeated events that were published again
 * @param doubledByControl invoices that the sink without claims has doubled
 */
public record Outcome(
        Verdict verdict, List<String> failedSinks, int restarts, long events, long repeated, long doubledByControl) {
    /** Keeps a copy. */
    public Outcome {
        failedSinks = List.copyOf(failedSinks);
    }

    /** Whether the promise was kept, and the faults were real: the sink without claims must have doubled something. */
    public boolean holds() {
        return verdict.holds() && failedSinks.isEmpty() && doubledByControl > 0;
    }
}
