package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.Settled;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * All that is open for one document: at most one operation is under way, the others wait. Only the newest of those will be
 * sent; when it is acknowledged, the older ones are settled with it. They are kept until then, for it may still turn out to be
 * at fault, and then the newest of the others has the last word.
 */
final class Document<E extends Guarded> {
    private final Precedence precedence;
    private final TreeSet<Open<E>> waiting;
    private Open<E> underWay;

    /** Whether any that waited was ever sent into the unknown; spares the search for one in all but a few cases. */
    private boolean doubts;

    Document(Precedence precedence) {
        this.precedence = precedence;
        this.waiting = new TreeSet<>(precedence.order());
    }

    void add(Open<E> open) {
        waiting.add(open);
        doubts |= open.doubtful();
    }

    boolean isEmpty() {
        return underWay == null && waiting.isEmpty();
    }

    /** What to send now, if anything. */
    Optional<Open<E>> ready() {
        return underWay == null ? next() : Optional.empty();
    }

    /**
     * The newest, with one exception, the fence. A delete waits for older writes that were sent and never answered: the server
     * may still carry them out, and once it has forgotten the delete's version they would bring the document back. Their
     * repetition is answered after them, as a rule, for the server queues the work of a shard.
     */
    private Optional<Open<E>> next() {
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Open<E> newest = waiting.last();
        return doubts && newest.operation().removes()
                ? waiting.descendingSet().stream()
                        .filter(open -> open.doubtful() && !open.operation().removes())
                        .findFirst()
                        .or(() -> Optional.of(newest))
                : Optional.of(newest);
    }

    void begin(Open<E> open) {
        waiting.remove(open);
        underWay = open;
    }

    /** The operation that was under way has to be tried again. Whether it is still what would be sent. */
    boolean wouldSendAgain(Open<E> open) {
        add(open);
        boolean again = next().filter(next -> next == open).isPresent();
        waiting.remove(open);
        return again;
    }

    /** What was under way is no longer. */
    void end() {
        underWay = null;
    }

    void drop(Predicate<Open<E>> which) {
        waiting.removeIf(which);
    }

    /** The server has answered what was under way: settles what is older, and need not be sent any more. */
    void acknowledged(Open<E> acknowledged, Outcome outcome, List<Settled<E>> settled) {
        while (!waiting.isEmpty() && precedence.settles(acknowledged, waiting.first())) {
            Open<E> other = waiting.pollFirst();
            settled.add(new Settled.Done<>(other.entry(), outcomeBeside(acknowledged, outcome, other)));
        }
    }

    /** As if the operations had been sent one by one: what came first was written, and overwritten at once. */
    private Outcome outcomeBeside(Open<E> acknowledged, Outcome outcome, Open<E> other) {
        boolean equal = other.operation().version() == acknowledged.operation().version();
        if (outcome == Outcome.APPLIED && other.arrival() < acknowledged.arrival()) {
            return Outcome.APPLIED;
        }
        return equal ? Outcome.DUPLICATE : Outcome.STALE;
    }
}
