package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The open operations, document by document. Bulks run side by side, and yet
 * <ul>
 *   <li>no document is in two of them, so an operation and an older one never race each other;
 *   <li>nothing older is sent after something newer was acknowledged: never if it was handed over by then, and if it came
 *       later, not behind a delete.
 * </ul>
 *
 * <p>For writes alone the first would not be needed: under external versions they commute. For deletes both are, since the
 * server remembers the version of a deleted document only for a while. Not safe for several threads.
 */
final class Documents<E extends Guarded> {
    /** Some two megabytes. */
    private static final int DELETES_REMEMBERED = 10_000;

    private final Precedence precedence;
    private final Map<Object, Document<E>> open = new HashMap<>();
    private final Set<Document<E>> ready = new LinkedHashSet<>();
    private final Map<Slot, Long> stops = new HashMap<>();
    private final Deletes deletes = new Deletes(DELETES_REMEMBERED);
    private long arrivals;
    private long readyBytes;

    Documents(Precedence precedence) {
        this.precedence = precedence;
    }

    /** How many operations could be sent now. */
    int ready() {
        return ready.size();
    }

    /** How many bytes those have. */
    long readyBytes() {
        return readyBytes;
    }

    /** Takes over an entry. One that is older than an acknowledged delete of its document is settled at once. */
    Optional<Settled<E>> add(Entry<E> entry) {
        Open<E> added = new Open<>(entry, arrivals++);
        if (hopeless(added)) {
            return Optional.empty();
        }
        E operation = entry.event();
        OptionalLong deleted = deletes.version(operation.document());
        if (deleted.isPresent() && precedence.settles(deleted.getAsLong(), operation.version())) {
            Outcome outcome = deleted.getAsLong() == operation.version() ? Outcome.DUPLICATE : Outcome.STALE;
            return Optional.of(new Settled.Done<>(entry, outcome));
        }
        change(operation.document(), document -> document.add(added));
        return Optional.empty();
    }

    /** Takes what has been ready for longest. At least one, if there is any. */
    List<Open<E>> take(int atMost, long atMostBytes) {
        List<Open<E>> taken = new ArrayList<>(Math.min(atMost, ready.size()));
        long bytes = 0;
        while (taken.size() < atMost && !ready.isEmpty()) {
            Open<E> next = ready.iterator().next().ready().orElseThrow();
            bytes += next.operation().bytes();
            if (!taken.isEmpty() && bytes > atMostBytes) {
                break;
            }
            change(next.operation().document(), document -> document.begin(next));
            taken.add(next);
        }
        return taken;
    }

    /** The server has answered: the operation, and what it supersedes, is settled. */
    List<Settled<E>> acknowledge(Open<E> answered, Outcome outcome) {
        List<Settled<E>> settled = new ArrayList<>(1);
        settled.add(new Settled.Done<>(answered.entry(), outcome));
        deletes.acknowledged(answered.operation());
        change(answered.operation().document(), document -> {
            document.end();
            document.acknowledged(answered, outcome, settled);
        });
        return settled;
    }

    /** The operation that was under way is at fault: others of its document have their turn. */
    void faulty(Open<E> fault) {
        change(fault.operation().document(), Document::end);
    }

    /** The task stops at this operation: what follows it in its partition is not to be sent. */
    void stopAt(Open<E> fault) {
        stops.merge(fault.entry().slot(), fault.entry().offset(), Math::min);
        faulty(fault);
        drop();
    }

    /**
     * What was under way has to be tried again. True if it stays under way. Otherwise it is given back: it is void, or it is
     * for a newer one to be sent.
     */
    boolean keep(Open<E> again) {
        Document<E> of = open.get(again.operation().document());
        boolean hopeless = hopeless(again);
        if (!hopeless && of.wouldSendAgain(again)) {
            return true;
        }
        change(again.operation().document(), document -> {
            document.end();
            if (!hopeless) {
                document.add(again);
            }
        });
        return false;
    }

    /** Drops what waits for nothing: its slot has ended, or the task stops before it. */
    void drop() {
        stops.keySet().removeIf(slot -> !slot.living());
        for (Object key : List.copyOf(open.keySet())) {
            change(key, document -> document.drop(this::hopeless));
        }
    }

    private boolean hopeless(Open<E> open) {
        Long stop = stops.get(open.entry().slot());
        return !open.living() || (stop != null && open.entry().offset() > stop);
    }

    /** Keeps the account of what is ready. */
    private void change(Object key, Consumer<Document<E>> change) {
        Document<E> document = open.computeIfAbsent(key, absent -> new Document<>(precedence));
        readyBytes -= bytesReady(document);
        change.accept(document);
        readyBytes += bytesReady(document);
        if (document.ready().isPresent()) {
            ready.add(document);
        } else {
            ready.remove(document);
        }
        if (document.isEmpty()) {
            open.remove(key);
        }
    }

    private static long bytesReady(Document<?> document) {
        Optional<? extends Open<?>> next = document.ready();
        return next.isPresent() ? next.get().operation().bytes() : 0;
    }
}
