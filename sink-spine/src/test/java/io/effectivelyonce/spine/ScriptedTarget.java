package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** A target that settles what the test tells, in any order and from any thread. */
final class ScriptedTarget implements Target<String>, OffsetKeeper<String> {
    private final List<Entry<String>> accepted = new ArrayList<>();
    private final List<Settled<String>> mailbox = new ArrayList<>();
    private final Map<TopicPartition, Long> forgottenBefore = new HashMap<>();
    private final Map<Slot, Long> forgotten = new HashMap<>();
    private final Map<Slot, Standing> standings = new LinkedHashMap<>();
    private final Map<Slot, Long> kept = new HashMap<>();
    private boolean keepsBySteps;
    private final Set<Slot> abandoned = new HashSet<>();
    private final List<Duration> abandonWaits = new ArrayList<>();
    private ConnectException failure;
    private InterruptedException interruption;
    private boolean closed;

    @Override
    public synchronized void accept(List<Entry<String>> entries) {
        accepted.addAll(entries);
    }

    @Override
    public synchronized List<Settled<String>> settled() {
        List<Settled<String>> taken = List.copyOf(mailbox);
        mailbox.clear();
        return taken;
    }

    @Override
    public synchronized boolean awaitProgress(Duration atMost) throws InterruptedException {
        if (interruption != null) {
            throw interruption;
        }
        long until = System.nanoTime() + atMost.toNanos();
        while (mailbox.isEmpty() && failure == null) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return true;
    }

    @Override
    public synchronized Optional<ConnectException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public Optional<OffsetKeeper<String>> keeper() {
        return Optional.of(this);
    }

    @Override
    public synchronized void progress(Map<Slot, Standing> news, List<Entry<String>> coming) {
        standings.putAll(news);
        news.keySet().forEach(slot -> {
            Long offset = forgottenBefore.remove(slot.partition());
            if (offset != null) {
                forgotten.put(slot, offset);
            }
        });
        if (!keepsBySteps) {
            news.forEach((slot, standing) -> kept.merge(slot, standing.safe(), Math::max));
        }
    }

    @Override
    public synchronized OptionalLong kept(Slot slot) {
        Long offset = forgotten.containsKey(slot) ? null : kept.get(slot);
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    @Override
    public synchronized Map<Slot, Long> lostCommits() {
        Map<Slot, Long> told = Map.copyOf(forgotten);
        forgotten.clear();
        return told;
    }

    @Override
    public synchronized void abandon(Set<Slot> ended, Duration atMost) {
        abandoned.addAll(ended);
        abandonWaits.add(atMost);
    }

    @Override
    public synchronized void close(Duration atMost) {
        closed = true;
    }

    synchronized void settles(Entry<String> entry, Outcome outcome) {
        mailbox.add(new Settled.Done<>(entry, outcome));
        notifyAll();
    }

    synchronized void findsFault(Entry<String> entry, RecordFault fault) {
        mailbox.add(new Settled.Faulty<>(entry, fault));
        notifyAll();
    }

    synchronized void failsWith(ConnectException why) {
        failure = why;
        notifyAll();
    }

    /** Commits are lost behind the slot that was met last for this partition, or the next one if that has ended. */
    synchronized void forgetsFrom(TopicPartition partition, long offset) {
        Slot last = slot(partition);
        if (last.living()) {
            forgotten.put(last, offset);
        } else {
            forgottenBefore.put(partition, offset);
        }
    }

    /** Commits were lost before the next slot of the partition, which finds that out. */
    synchronized void forgotBefore(TopicPartition partition, long offset) {
        forgottenBefore.put(partition, offset);
    }

    /** From now on the server keeps only what the test tells. */
    synchronized void keepsBySteps() {
        keepsBySteps = true;
    }

    synchronized void keeps(TopicPartition partition, long offset) {
        kept.put(slot(partition), offset);
    }

    synchronized Standing standing(TopicPartition partition) {
        return standings.get(slot(partition));
    }

    private Slot slot(TopicPartition partition) {
        return standings.keySet().stream()
                .filter(slot -> slot.partition().equals(partition))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** From now on whoever waits for progress is interrupted. */
    synchronized void interruptsWaiting() {
        interruption = new InterruptedException("by the test");
    }

    /** The entry that was accepted last for this place. */
    synchronized Entry<String> entry(TopicPartition partition, long offset) {
        for (int i = accepted.size() - 1; i >= 0; i--) {
            Entry<String> entry = accepted.get(i);
            if (entry.slot().partition().equals(partition) && entry.offset() == offset) {
                return entry;
            }
        }
        throw new AssertionError("nothing was accepted for " + partition + "@" + offset + ": " + accepted);
    }

    synchronized List<Entry<String>> accepted() {
        return List.copyOf(accepted);
    }

    synchronized Set<Slot> abandoned() {
        return Set.copyOf(abandoned);
    }

    synchronized List<Duration> abandonWaits() {
        return List.copyOf(abandonWaits);
    }

    synchronized boolean closed() {
        return closed;
    }
}
