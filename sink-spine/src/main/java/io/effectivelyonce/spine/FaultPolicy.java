package io.effectivelyonce.spine;

import java.util.Map;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Whether a fault of a record is rejected or stops the task. A record can be rejected only if Connect tolerates errors
 * <em>and</em> gives a place to report them to: with {@code errors.tolerance=all} alone it gives none, and the record would
 * vanish.
 *
 * <p>Targets ask it too: what follows a record that stops the task must not be written, or it would overtake that record when
 * the task is started again.
 */
public final class FaultPolicy {
    private final ErrantRecordReporter reporter;
    private final String whyNot;

    private FaultPolicy(ErrantRecordReporter reporter, String whyNot) {
        this.reporter = reporter;
        this.whyNot = whyNot;
    }

    /** Reads the policy from the connector's configuration as the task got it. */
    public static FaultPolicy of(Map<String, String> config, SinkTaskContext context) {
        if (!"all".equalsIgnoreCase(config.getOrDefault("errors.tolerance", "none"))) {
            return stopping("errors.tolerance is none; to reject such records set errors.tolerance=all and"
                    + " errors.deadletterqueue.topic.name");
        }
        ErrantRecordReporter reporter = context.errantRecordReporter();
        if (reporter == null) {
            return stopping(
                    "errors.tolerance is all, but there is nowhere to report to: set"
                            + " errors.deadletterqueue.topic.name (or errors.log.enable=true to lose the record with a log line)");
        }
        return new FaultPolicy(reporter, "");
    }

    private static FaultPolicy stopping(String why) {
        return new FaultPolicy(null, why);
    }

    /** Whether the task stops at a record with this fault. */
    public boolean stopsAt(RecordFault fault) {
        return reporter == null || fault.reaction() == RecordFault.Reaction.FAIL;
    }

    String whyStopped(RecordFault fault) {
        return fault.reaction() == RecordFault.Reaction.FAIL ? "the connector is configured to fail here" : whyNot;
    }

    ErrantRecordReporter reporter() {
        return reporter;
    }
}
