package io.effectivelyonce.jdbc.offsets;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.OffsetKeeper;
import io.effectivelyonce.spine.Slot;
import io.effectivelyonce.spine.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * How far each slot has come, for the table of offsets: what the task thread tells and the writer commits meet here.
 *
 * <p>Each transaction writes the offsets that are safe once it is committed, and reads in the same journey what the table held
 * before. That must be at least what this task was told was committed; if it is less, commits were lost, whether the
 * connection broke or a pooler has put another server behind it. Safe for several threads.
 *
 * @param <E> what a record is read into
 */
public final class OffsetBook<E> implements OffsetKeeper<E> {
    /** Offsets that move without any event, as behind filtered records, take no more transactions than this. */
    private static final Duration BETWEEN_OWN = Duration.ofMillis(200);

    /** So often the rows of partitions that stand still are looked at: a failover may have happened behind them. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private static final Duration NOTHING_TO_DO = Duration.ofHours(1);

    private final String consumer;
    private final Map<Slot, Page<E>> pages = new LinkedHashMap<>();
    private final Map<Slot, Long> findings = new HashMap<>();
    private final LookBacks lookBacks = new LookBacks();
    private long lastOwn = System.nanoTime() - BETWEEN_OWN.toNanos();
    private long lastLook = System.nanoTime() - BETWEEN_LOOKS.toNanos();

    public OffsetBook(OffsetsConfig config) {
        this.consumer = config.consumer();
    }

    @Override
    public synchronized void progress(Map<Slot, Standing> standings, List<Entry<E>> coming) {
        forgetEnded();
        standings.forEach((slot, standing) -> pages.computeIfAbsent(slot, one -> new Page<>(one, standing.begin()))
                .told(standing));
        coming.stream()
                .filter(entry -> pages.containsKey(entry.slot()))
                .forEach(entry -> pages.get(entry.slot()).open(entry));
    }

    private void forgetEnded() {
        pages.keySet().removeIf(slot -> !slot.living());
    }

    @Override
    public synchronized OptionalLong kept(Slot slot) {
        Page<E> page = pages.get(slot);
        return page == null ? OptionalLong.empty() : page.kept();
    }

    @Override
    public synchronized Map<Slot, Long> lostCommits() {
        Map<Slot, Long> told = Map.copyOf(findings);
        findings.clear();
        return told;
    }

    /** Whether the slot is about to end because commits were lost: what it holds will come again. */
    public synchronized boolean goesBack(Slot slot) {
        Page<E> page = pages.get(slot);
        return page != null && page.goesBack();
    }

    /** Whether offsets have moved that the table doesn't know yet. */
    public synchronized boolean moved() {
        forgetEnded();
        return pages.values().stream().anyMatch(page -> !page.goesBack() && page.moves(List.of()));
    }

    /** When a transaction for the offsets alone is due, if no events come before. */
    public synchronized Duration due() {
        if (moved()) {
            return until(lastOwn, BETWEEN_OWN);
        }
        return pages.isEmpty() ? NOTHING_TO_DO : until(lastLook, BETWEEN_LOOKS);
    }

    private static Duration until(long last, Duration pause) {
        return Duration.ofNanos(Math.max(0, last + pause.toNanos() - System.nanoTime()));
    }

    /** The next transaction looks at the rows of all slots: it may talk to another server than the last one did. */
    public synchronized void lookAtAll() {
        lastLook = System.nanoTime() - BETWEEN_LOOKS.toNanos();
    }

    /** What a transaction with these entries has to write and to look at. */
    public synchronized Moves moves(List<Entry<E>> entries) {
        forgetEnded();
        boolean all = until(lastLook, BETWEEN_LOOKS).isZero();
        if (all) {
            lastLook = System.nanoTime();
        }
        if (entries.isEmpty()) {
            lastOwn = System.nanoTime();
        }
        Map<Slot, List<Entry<E>>> bySlot = bySlot(entries);
        List<Move> moves = new ArrayList<>();
        for (Page<E> page : pages.values()) {
            List<Entry<E>> its = bySlot.getOrDefault(page.slot(), List.of());
            if (!page.goesBack() && page.moves(its)) {
                moves.add(new Move(page.slot(), OptionalLong.of(page.safeAfter(its))));
            } else if (!page.goesBack() && (all || !its.isEmpty())) {
                moves.add(new Move(page.slot(), OptionalLong.empty()));
            }
        }
        return new Moves(consumer, moves);
    }

    private static <E> Map<Slot, List<Entry<E>>> bySlot(Collection<Entry<E>> entries) {
        return entries.stream().collect(Collectors.groupingBy(Entry::slot));
    }

    /** Whether the table knows what it was told before. If not, the transaction must not be committed. */
    public synchronized boolean intact(Moves moves) {
        boolean intact = true;
        for (Move move : moves.all()) {
            Page<E> page = pages.get(move.slot());
            if (page != null) {
                OptionalLong back = whereTo(page, moves.before(move));
                back.ifPresent(offset -> {
                    page.goBack();
                    findings.put(page.slot(), offset);
                });
                intact &= back.isEmpty();
            }
        }
        return intact;
    }

    private OptionalLong whereTo(Page<E> page, OptionalLong before) {
        if (page.kept().isPresent()) {
            return before.orElse(-1) >= page.kept().getAsLong()
                    ? OptionalLong.empty()
                    : OptionalLong.of(lookBacks.lost(page.slot(), page.kept().getAsLong(), before, page.begin()));
        }
        return lookBacks.atBegin(page.slot(), page.begin(), before);
    }

    /** The transaction with these entries is committed. */
    public synchronized void committed(Moves moves, List<Entry<E>> entries) {
        bySlot(entries).forEach((slot, its) -> {
            if (pages.containsKey(slot)) {
                pages.get(slot).settled(its);
            }
        });
        for (Move move : moves.all()) {
            Page<E> page = pages.get(move.slot());
            if (page != null && move.next().isPresent()) {
                page.keeps(move.next().getAsLong());
                lookBacks.over(move.slot().partition());
            }
        }
    }
}
