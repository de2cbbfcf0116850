package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * One pass over the open operations of a batch: sends them in order, as one bulk, or in halves where the server refuses the
 * whole. What comes out is sealed, at fault, or to be tried again in a later round.
 *
 * <p>One record is blamed for the refusal of a whole request only if the server shows that others get through: nothing goes
 * to a dead letter queue because a server, or a proxy, refuses everything.
 */
final class Round {
    /** After so many refusals in a row (a bisection of the largest batch needs 17 to find its first record) nothing is learned. */
    private static final int HOPELESS = 20;

    /** So often a large document that stands alone must lose its connection to a living server before it is to blame. */
    private static final int CUTS_TO_BLAME = 3;

    private record Suspect(Open open, String why, boolean refused) {}

    private final BulkApi api;
    private final Outlet outlet;
    private final Progress progress;
    private final Acknowledged acknowledged;
    private final boolean bisectServerErrors;

    private final Deque<List<Open>> parts = new ArrayDeque<>();
    private final List<Open> again = new ArrayList<>();
    private final List<Suspect> suspects = new ArrayList<>();
    private String why = "";
    private boolean halted;
    private boolean progressed;
    private boolean serverError;
    private int refusalsInARow;
    private Optional<ConnectException> failure = Optional.empty();

    Round(BulkApi api, Outlet outlet, Progress progress, Acknowledged acknowledged, boolean bisectServerErrors) {
        this.api = api;
        this.outlet = outlet;
        this.progress = progress;
        this.acknowledged = acknowledged;
        this.bisectServerErrors = bisectServerErrors;
    }

    void run(List<Open> open) throws InterruptedException {
        parts.add(open);
        while (!parts.isEmpty() && !halted) {
            List<Open> part = parts.removeFirst().stream().filter(Open::living).toList();
            if (!part.isEmpty()) {
                send(part);
            }
        }
        parts.forEach(again::addAll);
        judgeSuspects();
        again.sort(Comparator.comparingInt(Open::position));
    }

    /** What has to be tried again, in order. */
    List<Open> again() {
        return again;
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

    private void send(List<Open> part) throws InterruptedException {
        RequestVerdict verdict = outlet.onTheWire(
                part.stream().map(open -> open.entry().slot()).collect(Collectors.toSet()),
                () -> api.send(part.stream().map(Open::operation).toList()));
        if (verdict instanceof RequestVerdict.Taken taken) {
            taken(part, taken.items());
        } else if (verdict instanceof RequestVerdict.TooLarge tooLarge) {
            if (!halve(part)) {
                faulty(part.get(0), "is too large for the server, alone in a request (" + tooLarge.why() + ")");
            }
        } else if (verdict instanceof RequestVerdict.Cut cut) {
            if (!halve(part)) {
                cut(part.get(0), cut.why());
            }
        } else if (verdict instanceof RequestVerdict.Refused refused) {
            refused(part, refused.why(), true);
        } else if (verdict instanceof RequestVerdict.ServerError error) {
            serverError = true;
            if (bisectServerErrors) {
                refused(part, error.why(), false);
            } else {
                halt(part, error.why());
            }
        } else if (verdict instanceof RequestVerdict.Misconfigured misconfigured) {
            misconfigured(misconfigured.whyAndRemedy());
            halt(part, misconfigured.whyAndRemedy());
        } else {
            refusalsInARow = 0;
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
                settled.add(new Settled.Done<>(open.entry(), sealed.outcome()));
            } else if (verdict instanceof ItemVerdict.Faulty faulty) {
                faults.add(new Settled.Faulty<>(open.entry(), faulty.fault()));
            } else if (verdict instanceof ItemVerdict.Later later) {
                tryAgain(open, later.why());
            } else {
                misconfigured = Optional.of(((ItemVerdict.Misconfigured) verdict).whyAndRemedy());
                tryAgain(open, misconfigured.get());
            }
        }
        if (!settled.isEmpty() || !faults.isEmpty()) {
            madeProgress();
        }
        outlet.put(settled);
        misconfigured.ifPresent(this::misconfigured);
        for (Settled.Faulty<Operation> fault : faults) {
            report(fault.entry(), fault.fault());
        }
    }

    private void refused(List<Open> part, String why, boolean refused) {
        if (++refusalsInARow > HOPELESS) {
            halt(part, why);
        } else if (!halve(part)) {
            suspects.add(new Suspect(part.get(0), why, refused));
        }
    }

    private void judgeSuspects() throws InterruptedException {
        for (Suspect suspect : suspects) {
            if (progressed || (suspect.refused() && progress.everMade() && !halted)) {
                faulty(suspect.open(), "was refused with its whole request, alone (" + suspect.why() + ")");
            } else {
                tryAgain(suspect.open(), suspect.why());
                if (suspect.refused() && refusalsInARow > 0) {
                    misconfigured(suspect.why() + ": every request is refused; check " + Options.URL);
                }
            }
        }
    }

    private void tryAgain(Open open, String why) {
        again.add(open);
        this.why = why;
    }

    private void cut(Open open, String why) throws InterruptedException {
        if (open.cut() >= CUTS_TO_BLAME) {
            faulty(
                    open,
                    "loses the connection each time it is sent, alone, to a server that lives (" + why
                            + "): it is too large");
        } else {
            tryAgain(open, why);
        }
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

    private void madeProgress() {
        progress.made();
        progressed = true;
        refusalsInARow = 0;
    }

    private void faulty(Open open, String what) throws InterruptedException {
        DocumentKey key = open.operation().key();
        report(
                open.entry(),
                new RecordFault("the document (index " + key.index() + ", id " + key.id() + ", "
                        + open.operation().bytes() + " bytes) " + what));
    }

    private void report(Entry<Operation> entry, RecordFault fault) throws InterruptedException {
        if (!outlet.faulty(entry, fault)) {
            halted = true;
        }
    }

    /** Seals what needs no further attempt because a newer operation of its document got through. */
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
}
