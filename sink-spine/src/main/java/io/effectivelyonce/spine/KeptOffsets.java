package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * What may be committed, and the way back to what a server that keeps offsets itself turned out to have forgotten. Used by the
 * task thread alone.
 */
final class KeptOffsets<E> {
    private final SinkTaskContext context;
    private final Target<E> target;
    private final Optional<OffsetKeeper<E>> keeper;
    private final Ledger<E> ledger;
    private final Map<TopicPartition, Long> rewinds = new HashMap<>();
    private Map<Slot, Standing> told = Map.of();

    KeptOffsets(SinkTaskContext context, Target<E> target, Ledger<E> ledger) {
        this.context = context;
        this.target = target;
        this.keeper = target.keeper();
        this.ledger = ledger;
    }

    /**
     * These partitions begin. Where Connect stands with them is told by its next question for offsets, which is asked for here:
     * a partition to which nothing comes may have lost commits too.
     */
    void begin(Collection<TopicPartition> partitions) {
        forget(partitions);
        if (keeper.isPresent() && !partitions.isEmpty()) {
            context.requestCommit();
        }
    }

    /** These partitions are gone, or begin anew; to go back with them is for their next owner. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(rewinds::remove);
    }

    /** A put has come: by now Connect has gone back where it was asked to. */
    void wentBack() {
        rewinds.clear();
    }

    /** Asks Connect to go back where the server has forgotten commits; all unfinished work of these partitions is dropped. */
    void goBack() {
        keeper.map(OffsetKeeper::lostCommits).orElseGet(Map::of).forEach((slot, offset) -> {
            if (slot.living()) {
                TopicPartition partition = slot.partition();
                ledger.rewind(partition, offset);
                target.abandon(Set.of(slot), Duration.ZERO);
                rewinds.put(partition, offset);
                context.offset(partition, offset);
                // Connect commits a requested commit before it goes back, and after that takes the offset for
                // committed.
                context.requestCommit();
            }
        });
    }

    /** Whether the partition is about to go back: what still comes before it does will come again. */
    boolean goingBack(TopicPartition partition) {
        return rewinds.containsKey(partition);
    }

    /** Connect says where it stands; before it has gone back, that is still the old place. */
    void reach(Map<TopicPartition, OffsetAndMetadata> delivered) {
        delivered.forEach((partition, next) -> {
            if (!goingBack(partition)) {
                ledger.slot(partition).ifPresent(slot -> ledger.reach(slot, next.offset()));
            }
        });
    }

    /** Tells the keeper what has moved, and which entries the target is about to get. */
    void tell(List<Entry<E>> coming) {
        if (keeper.isEmpty()) {
            return;
        }
        Map<Slot, Standing> now = ledger.standings();
        Map<Slot, Standing> news = new HashMap<>(now);
        news.entrySet().removeAll(told.entrySet());
        if (!news.isEmpty()) {
            keeper.get().progress(news, coming);
        }
        told = now;
    }

    /** Whether the server is still to learn how far the slots have come. */
    boolean lags() {
        return keeper.isPresent()
                && told.entrySet().stream()
                        .anyMatch(one -> keeper.get().kept(one.getKey()).orElse(-1)
                                < one.getValue().safe());
    }

    /** Above this offset nothing of the slot may be committed, whatever was delivered; empty if nothing may be yet. */
    OptionalLong atMost(Slot slot) {
        Long rewind = rewinds.get(slot.partition());
        if (rewind != null) {
            return OptionalLong.of(rewind);
        }
        long settled = ledger.lowestUnsettled(slot.partition()).orElse(Long.MAX_VALUE);
        if (keeper.isEmpty()) {
            return OptionalLong.of(settled);
        }
        OptionalLong kept = keeper.get().kept(slot);
        return kept.isPresent() ? OptionalLong.of(Math.min(settled, kept.getAsLong())) : kept;
    }
}
