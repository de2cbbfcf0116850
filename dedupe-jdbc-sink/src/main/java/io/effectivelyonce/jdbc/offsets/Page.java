package io.effectivelyonce.jdbc.offsets;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Slot;
import io.effectivelyonce.spine.Standing;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;

/** One slot in the book of offsets. */
final class Page<E> {
    private final Slot slot;

    /** Accepted and not committed, in offset order. One at fault stays until the spine says that it is settled. */
    private final LinkedHashSet<Entry<E>> open = new LinkedHashSet<>();

    private long begin;
    /** Above this nothing is known to have an outcome, whatever becomes of the open entries. */
    private long bound;

    private long kept = -1;
    private boolean goesBack;

    Page(Slot slot, long begin) {
        this.slot = slot;
        this.begin = begin;
        this.bound = begin;
    }

    void open(Entry<E> entry) {
        open.add(entry);
    }

    void told(Standing standing) {
        begin = standing.begin();
        bound = Math.min(standing.held(), standing.next());
        Iterator<Entry<E>> each = open.iterator();
        while (each.hasNext() && each.next().offset() < standing.safe()) {
            each.remove();
        }
    }

    /** The offset below which everything has its outcome once these entries, in offset order, have theirs. */
    long safeAfter(List<Entry<E>> entries) {
        Iterator<Entry<E>> done = entries.iterator();
        for (Entry<E> entry : open) {
            if (!done.hasNext() || done.next() != entry) {
                return Math.min(bound, entry.offset());
            }
        }
        return bound;
    }

    /** Whether the table knows less than is safe once these entries have their outcome. */
    boolean moves(List<Entry<E>> entries) {
        return safeAfter(entries) > kept;
    }

    void settled(List<Entry<E>> entries) {
        entries.forEach(open::remove);
    }

    void keeps(long offset) {
        kept = Math.max(kept, offset);
    }

    /** What this task was told was committed; empty before the first time. */
    OptionalLong kept() {
        return kept < 0 ? OptionalLong.empty() : OptionalLong.of(kept);
    }

    void goBack() {
        goesBack = true;
    }

    boolean goesBack() {
        return goesBack;
    }

    Slot slot() {
        return slot;
    }

    long begin() {
        return begin;
    }
}
