package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.Slot;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * One pass over the open operations of a batch: sends them in order, as one bulk, or in halves where the whole fails. What
 * comes out is sealed, at fault, or to be tried again in a later round.
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

    private final BulkApi api;
    private final Outlet outlet;
    private final Progress progress;
    private final Acknowledged acknowledged;
    private final FreezeAlarm alarm;
    private final boolean doubtsServerErrors;

    private final Deque<List<Open>> parts = new ArrayDeque<>();
    private final List<Open> again = new ArrayList<>();
    private String why = "";
    private boolean halted;
    private boolean progressed;
    private boolean serverError;
    private Optional<ConnectException> failure = Optional.empty();

    /**
     * @param doubtsServerErrors whether a server error is looked into; otherwise it counts as an outage
     */
    Round(
            BulkApi api,
            Outlet outlet,
            Progress progress,
            Acknowledged acknowledged,
            FreezeAlarm alarm,
            boolean doubtsServerErrors) {
        this.api = api;
        this.outlet = outlet;
        this.progress = progress;
        this.acknowledged = acknowledged;
        this.alarm = alarm;
        this.doubtsServerErrors = doubtsServerErrors;
    }

    void run(List<Open> open) throws InterruptedException {
        parts.add(open);
        while (!parts.isEmpty() && !halted) {
            List<Open> part = parts.removeFirst().stream().filter(Open::living).toList();
            if (!part.isEmpty()) {
                act(part, send(part), false);
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

    boolean serverError() {
        return serverError;
    }

    /** A fault of the configuration that has to end the task. */
    Optional<ConnectException> failure() {
        return failure;
    }

    /** What has to be tried again, in order. Seals what doesn't, because a newer operation of its document got through. */
    List<Open> stillNeeded() {
        List<Open> needed = new ArrayList<>(again.size());
        List<Settled<Operation>> superseded = new ArrayList<>();
        for (Open open : again) {
            Optional<Outcome> outcome = acknowledged.superseded(open);
            if (outcome.isPresent()) {
                superseded.add(new Settled.Done<>(open.entry(), outcome.get()));
            } else {
                needed.add(open);
            }
        }
        outlet.put(superseded);
        return needed;
    }

    private RequestVerdict send(List<Open> part) throws InterruptedException {
        Set<Slot> slots = part.stream().map(open -> open.entry().slot()).collect(Collectors.toSet());
        List<Operation> operations = part.stream().map(Open::operation).toList();
        return outlet.onTheWire(slots, () -> api.send(operations));
    }

    private void act(List<Open> part, RequestVerdict verdict, boolean secondTimeAlone) throws InterruptedException {
        if (verdict instanceof RequestVerdict.Taken taken) {
            taken(part, taken.items());
        } else if (verdict instanceof RequestVerdict.Doubtful doubtful) {
            doubt(part, doubtful, secondTimeAlone);
        } else if (verdict instanceof RequestVerdict.Misconfigured misconfigured) {
            misconfigured(misconfigured.whyAndRemedy());
            halt(part, misconfigured.whyAndRemedy());
        } else {
            halt(part, ((RequestVerdict.Outage) verdict).why());
        }
    }

    private void taken(List<Open> part, List<Item> items) throws InterruptedException {
        List<Settled<Operation>> settled = new ArrayList<>(part.size());
        List<Settled.Faulty<Operation>> faults = new ArrayList<>();
        Optional<String> misconfigured = Optional.empty();
        for (int i = 0; i < part.size(); i++) {
            Open open = part.get(i);
            ItemVerdict verdict = ItemPolicy.judge(open.operation(), items.get(i));
            if (verdict instanceof ItemVerdict.Sealed sealed) {
                acknowledged.add(open);
                alarm.heard(open.operation(), sealed.outcome());
                settled.add(new Settled.Done<>(open.entry(), sealed.outcome()));
            } else if (verdict instanceof ItemVerdict.Faulty faulty) {
                faults.add(new Settled.Faulty<>(open.entry(), faulty.fault()));
            } else if (verdict instanceof ItemVerdict.Later later) {
                again.add(open);
                why = later.why();
            } else {
                again.add(open);
                why = ((ItemVerdict.Misconfigured) verdict).whyAndRemedy();
                misconfigured = Optional.of(why);
            }
        }
        if (!settled.isEmpty() || !faults.isEmpty()) {
            progress.made();
            progressed = true;
        }
        outlet.put(settled);
        misconfigured.ifPresent(this::misconfigured);
        for (Settled.Faulty<Operation> fault : faults) {
            report(fault.entry(), fault.fault());
        }
    }

    private void doubt(List<Open> part, RequestVerdict.Doubtful failed, boolean secondTimeAlone)
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
            act(part, send(part), true);
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

    private void suspect(Open open, RequestVerdict.Doubtful failed) throws InterruptedException {
        if (failed.doubt() == Doubt.TOO_LARGE) {
            faulty(open, "is too large for the server, alone in a request (" + failed.why() + ")");
        } else if (open.failedAlone() >= ROUNDS_BEFORE_BLAME) {
            faulty(
                    open,
                    "fails its whole request, alone, again and again, while the server takes others (" + failed.why()
                            + (failed.doubt() == Doubt.CUT ? "), so it may be too large" : ")"));
        } else {
            again.add(open);
            why = failed.why();
        }
    }

    private RequestVerdict control(URI node, Operation like) throws InterruptedException {
        return outlet.onTheWire(Set.of(), () -> api.control(node, like.key().index()));
    }

    /** The later half is looked at after the earlier one. False if there is but one. */
    private boolean halve(List<Open> part) {
        if (part.size() == 1) {
            return false;
        }
        int middle = part.size() / 2;
        parts.addFirst(part.subList(middle, part.size()));
        parts.addFirst(part.subList(0, middle));
        return true;
    }

    /** Nothing after this is sent in this round. */
    private void halt(List<Open> part, String why) {
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

    private void faulty(Open open, String what) throws InterruptedException {
        DocumentKey key = open.operation().key();
        report(
                open.entry(),
                new RecordFault("the document (index " + key.index() + ", id " + key.id() + ", "
                        + open.operation().bytes() + " bytes) " + what + "; repair or shrink it in the producer"));
    }

    private void report(Entry<Operation> entry, RecordFault fault) throws InterruptedException {
        if (!outlet.faulty(entry, fault)) {
            halted = true;
        }
    }
}
