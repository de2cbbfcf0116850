package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.elasticsearch.RequestVerdict.Doubtful;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.RecordFault;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a record is to blame for a failure of the server: only if the node where it failed takes a {@link Control}, and only
 * after several attempts, between which the sender pauses.
 */
final class Blame {
    /** In so many rounds a record has to fail alone, at a server that takes the control, before it is blamed. */
    private static final int ROUNDS_BEFORE_BLAME = 3;

    /**
     * So often the server has to fail at a record of a request that it took. That is an incident more often than the record,
     * and few things tell the one from the other but time: with the default pauses this takes about ten seconds.
     */
    private static final int ITEM_ERRORS_BEFORE_BLAME = 8;

    private final BulkApi api;
    private final Outlet outlet;

    Blame(BulkApi api, Outlet outlet) {
        this.api = api;
        this.outlet = outlet;
    }

    /** Asks the node where something like this failed whether it takes bulk requests at all. */
    RequestVerdict control(URI node, Operation like) throws InterruptedException {
        return api.control(node, like.key().index());
    }

    /**
     * Looks at what the server failed at in a request that it took.
     *
     * @param failed what it said of each
     * @return those that are not blamed yet, to be tried again
     */
    List<Open<Operation>> ofItems(Map<Open<Operation>, String> failed, URI node) throws InterruptedException {
        List<Open<Operation>> again = new ArrayList<>();
        Map<Open<Operation>, String> suspects = new LinkedHashMap<>();
        failed.forEach((open, what) -> {
            if (open.failedItem() >= ITEM_ERRORS_BEFORE_BLAME) {
                suspects.put(open, what);
            } else {
                again.add(open);
            }
        });
        if (suspects.isEmpty()) {
            return again;
        }
        Operation like = suspects.keySet().iterator().next().operation();
        if (control(node, like) instanceof RequestVerdict.Taken) {
            suspects.forEach((open, what) -> faulty(
                    open,
                    "server-failure",
                    "makes the server fail, again and again, while it takes others (" + what + ")"));
        } else {
            again.addAll(suspects.keySet());
        }
        return again;
    }

    /** Looks at what failed alone in a request, at a node that takes the control. Whether it is blamed. */
    boolean ofOneAlone(Open<Operation> open, Doubtful failed) {
        if (failed.doubt() == Doubt.TOO_LARGE) {
            faulty(open, "too-large", "is too large for the server, alone in a request (" + failed.why() + ")");
            return true;
        }
        if (open.failedAlone() < ROUNDS_BEFORE_BLAME) {
            return false;
        }
        faulty(
                open,
                "request-refused",
                "fails its whole request, alone, again and again, while the server takes others (" + failed.why()
                        + (failed.doubt() == Doubt.CUT ? "), so it may be too large" : ")"));
        return true;
    }

    private void faulty(Open<Operation> open, String reason, String what) {
        DocumentKey key = open.operation().key();
        outlet.faulty(
                open,
                new RecordFault("the document (index " + key.index() + ", id " + key.id() + ", "
                                + open.operation().bytes() + " bytes) " + what
                                + "; repair or shrink it in the producer")
                        .because(reason));
    }
}
