package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.RecordFault;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * One pass over the open operations of a batch: sends them as one bulk, or in parts where the whole fails. What comes out is
 * sealed, at fault, or to be tried again in a later round.
 *
 * <p>Nothing goes to a dead letter queue because a server, or a proxy, fails at everything. So when a request fails as a whole,
 * a {@link Control} goes to the node where it failed, and only if that is taken is the request halved. One that can't be
 * halved is sent once more before the control, and not in turn with it: behind a load balancer, of which one server is broken,
 * all requests could go to that one and all controls to another. A record is blamed when that has come to nothing in several
 * rounds, between which the sender pauses.
 */
final class Round {
    /** In so many rounds a record has to fail alone, at a server that takes the control, before it is blamed. */
    private static final int ROUNDS_BEFORE_BLAME = 3;

    /**
     * So often the server has to fail at a record of a request that it took. That is an incident more often than the record,
     * and few things tell the one from the other but time: with the default pauses this takes about ten seconds.
     */
    private static final int ITEM_ERRORS_BEFORE_BLAME = 8;

    private final BulkApi api;
    private final Outlet outlet;
    private final Progress progress;
    private final Stride stride;
    private final boolean doubtsServerErrors;

    private final Deque<List<Open<Operation>>> parts = new ArrayDeque<>();
    private final List<Open<Operation>> again = new ArrayList<>();
    private String why = "";
    private boolean halted;
    private boolean progressed;
    private boolean serverError;
    private Optional<ConnectException> failure = Optional.empty();

    /**
     * @param doubtsServerErrors whether a server error is looked into; otherwise it counts as an outage
     */
    Round(BulkApi api, Outlet outlet, Progress progress, Stride stride, boolean doubtsServerErrors) {
        this.api = api;
        this.outlet = outlet;
        this.progress = progress;
        this.stride = stride;
        this.doubtsServerErrors = doubtsServerErrors;
    }

    void run(List<Open<Operation>> open) throws InterruptedException {
        parts.add(open);
        while (!parts.isEmpty() && !halted && !outlet.closed()) {
            List<Open<Operation>> part = nextPart();
            if (!part.isEmpty()) {
                act(part, api.send(part), false);
            }
        }
        parts.forEach(again::addAll);
    }

    /** The reason of the last thing that has to be tried again. */
    String why() {
        return why;
    }

    /** Whether anything was sealed. */
    boolean progressed() {
        return progressed;
    }

    /** Whether a request failed at the server. */
    boolean serverError() {
        return serverError;
    }

    /** A fault of the configuration that has to end the task. */
    Optional<ConnectException> failure() {
        return failure;
    }

    /** What has to be tried again. */
    List<Open<Operation>> again() {
        return again;
    }

    private List<Open<Operation>> nextPart() {
        List<Open<Operation>> part =
                parts.removeFirst().stream().filter(Open::living).toList();
        int most = stride.operations();
        if (part.size() <= most) {
            return part;
        }
        parts.addFirst(part.subList(most, part.size()));
        return part.subList(0, most);
    }

    private void act(List<Open<Operation>> part, RequestVerdict verdict, boolean secondTimeAlone)
            throws InterruptedException {
        if (verdict instanceof RequestVerdict.Taken taken) {
            taken(part, taken);
        } else if (verdict instanceof RequestVerdict.Doubtful doubtful) {
            part.forEach(Open::sentIntoTheUnknown);
            doubt(part, doubtful, secondTimeAlone);
        } else if (verdict instanceof RequestVerdict.NotYet notYet) {
            if (notYet.misconfigured()) {
                misconfigured(notYet.why());
            }
            halt(part, notYet.why());
        } else if (verdict instanceof RequestVerdict.Misconfigured misconfigured) {
            misconfigured(misconfigured.whyAndRemedy());
            halt(part, misconfigured.whyAndRemedy());
        } else if (verdict instanceof RequestVerdict.Outage outage) {
            part.forEach(Open::sentIntoTheUnknown);
            if (outage.perhapsTooMuch()) {
                stride.tooLong(part.size());
            }
            halt(part, outage.why());
        }
    }

    private void taken(List<Open<Operation>> part, RequestVerdict.Taken taken) throws InterruptedException {
        Harvest harvest = new Harvest(part, taken.items());
        if (!harvest.sealed().isEmpty() || !harvest.faults().isEmpty()) {
            progress.made();
            progressed = true;
        }
        if (harvest.tooMuch()) {
            stride.tooLong(part.size());
        } else {
            stride.passed();
        }
        outlet.sealed(harvest.sealed());
        harvest.misconfigured().ifPresent(this::misconfigured);
        harvest.faults().forEach(outlet::faulty);
        outlet.again(harvest.againByStatus());
        again.addAll(harvest.later());
        why = harvest.why().orElse(why);
        failedAt(harvest.failed(), taken.node());
    }

    private void failedAt(Map<Open<Operation>, String> failed, URI node) throws InterruptedException {
        Map<Open<Operation>, String> suspects = new LinkedHashMap<>();
        failed.forEach((open, what) -> {
            if (open.failedItem() >= ITEM_ERRORS_BEFORE_BLAME) {
                suspects.put(open, what);
            } else {
                again.add(open);
            }
        });
        if (suspects.isEmpty()) {
            return;
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
    }

    private void doubt(List<Open<Operation>> part, RequestVerdict.Doubtful failed, boolean secondTimeAlone)
            throws InterruptedException {
        if (failed.doubt() == Doubt.SERVER_ERROR) {
            serverError = true;
            if (!doubtsServerErrors) {
                halt(part, failed.why());
                return;
            }
        }
        boolean tooLarge = failed.doubt() == Doubt.TOO_LARGE;
        if (tooLarge && halve(part)) {
            return;
        }
        if (part.size() == 1 && !tooLarge && !secondTimeAlone) {
            act(part, api.send(part), true);
            return;
        }
        RequestVerdict control = control(failed.node(), part.get(0).operation());
        if (!(control instanceof RequestVerdict.Taken)) {
            if (control instanceof RequestVerdict.Doubtful refused && refused.doubt() == Doubt.REFUSED) {
                misconfigured(refused.why() + ": the server refuses whatever is sent; check " + Options.URL);
            }
            halt(part, failed.why());
            return;
        }
        progress.controlTaken();
        if (!halve(part)) {
            suspect(part.get(0), failed);
        }
    }

    private void suspect(Open<Operation> open, RequestVerdict.Doubtful failed) {
        if (failed.doubt() == Doubt.TOO_LARGE) {
            faulty(open, "too-large", "is too large for the server, alone in a request (" + failed.why() + ")");
        } else if (open.failedAlone() >= ROUNDS_BEFORE_BLAME) {
            faulty(
                    open,
                    "request-refused",
                    "fails its whole request, alone, again and again, while the server takes others (" + failed.why()
                            + (failed.doubt() == Doubt.CUT ? "), so it may be too large" : ")"));
        } else {
            again.add(open);
            why = failed.why();
        }
    }

    private RequestVerdict control(URI node, Operation like) throws InterruptedException {
        return api.control(node, like.key().index());
    }

    /** The later half is looked at after the earlier one. False if there is but one. */
    private boolean halve(List<Open<Operation>> part) {
        if (part.size() == 1) {
            return false;
        }
        int middle = part.size() / 2;
        parts.addFirst(part.subList(middle, part.size()));
        parts.addFirst(part.subList(0, middle));
        return true;
    }

    /** Nothing after this is sent in this round. */
    private void halt(List<Open<Operation>> part, String why) {
        again.addAll(part);
        this.why = why;
        halted = true;
    }

    /** Fails, unless it has worked before: then it is waited out. */
    private void misconfigured(String whyAndRemedy) {
        if (!progress.everMade()) {
            failure = failure.or(() -> Optional.of(new ConnectException(whyAndRemedy)));
        }
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
