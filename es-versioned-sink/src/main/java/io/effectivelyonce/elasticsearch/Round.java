package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.elasticsearch.queue.Open;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * One pass over the open operations of a batch: sends them as one bulk, or in parts where the whole fails. What comes out is
 * sealed, at fault, or to be tried again in a later round.
 *
 * <p>Nothing goes to a dead letter queue because a server, or a proxy, fails at everything. So when a request fails as a whole,
 * a {@link Control} goes to the node where it failed, and only if that is taken is the request halved. One that can't be
 * halved is sent once more before the control, and not in turn with it: behind a load balancer, of which one server is broken,
 * all requests could go to that one and all controls to another. When that has come to nothing, {@link Blame} looks at the
 * record.
 */
final class Round {
    private final BulkApi api;
    private final Outlet outlet;
    private final Progress progress;
    private final Stride stride;
    private final Blame blame;
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
        this.blame = new Blame(api, outlet);
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
        outlet.sealed(harvest);
        harvest.misconfigured().ifPresent(this::misconfigured);
        harvest.faults().forEach(outlet::faulty);
        outlet.again(harvest.againByStatus());
        again.addAll(harvest.later());
        why = harvest.why().orElse(why);
        again.addAll(blame.ofItems(harvest.failed(), taken.node()));
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
        RequestVerdict control = blame.control(failed.node(), part.get(0).operation());
        if (!(control instanceof RequestVerdict.Taken)) {
            if (control instanceof RequestVerdict.Doubtful refused && refused.doubt() == Doubt.REFUSED) {
                misconfigured(refused.why() + ": the server refuses whatever is sent; check " + ConnectionOptions.URL);
            }
            halt(part, failed.why());
            return;
        }
        progress.controlTaken();
        if (!halve(part) && !blame.ofOneAlone(part.get(0), failed)) {
            again.add(part.get(0));
            why = failed.why();
        }
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
}
