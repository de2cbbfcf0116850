package io.effectivelyonce.jdbc.offsets;

import io.effectivelyonce.spine.Slot;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where to go back to, and whether that found anything.
 *
 * <p>A task that begins behind the row of its partition can't know whether there are records in between: markers of
 * transactions, compaction and retention leave gaps in the log, and transforms drop records. So it goes back and looks. If
 * records come from before the place where it began, commits were lost; if not, there was nothing, and nothing is said. It
 * goes back once for the same row, or a gap would make it go back for ever.
 */
final class LookBacks {
    private static final Logger LOG = LoggerFactory.getLogger(LookBacks.class);

    /**
     * @param to where the task went back to
     * @param from where it would have gone on
     * @param told whether the loss has been told, or that there is none
     * @param forth whether the task went forth again, since Kafka had put it behind {@code from}
     */
    private record LookBack(long to, long from, boolean told, boolean forth) {}

    private final Map<TopicPartition, LookBack> lookBacks = new HashMap<>();

    /** Commits that this very task was told of are gone. Where to go back to. */
    long lost(Slot slot, long kept, OptionalLong now, long begin) {
        // Without a row nothing is known of what was before this task.
        long to = now.orElse(begin);
        tell(slot.partition(), kept, to);
        lookBacks.put(slot.partition(), new LookBack(to, kept, true, false));
        return to;
    }

    /** The first look at the row of a slot that begins at {@code begin}. Where to go back to; empty to go on. */
    OptionalLong atBegin(Slot slot, long begin, OptionalLong now) {
        TopicPartition partition = slot.partition();
        LookBack back = slot.rewoundTo().isPresent() ? lookBacks.get(partition) : null;
        if (back != null && now.orElse(back.to()) >= back.to()) {
            return returned(partition, back, begin);
        }
        if (now.isEmpty() || now.getAsLong() >= begin) {
            return OptionalLong.empty();
        }
        LOG.info(
                "{}: the database knows it up to offset {}, and Kafka goes on at {}. The task looks whether there are"
                        + " records in between.",
                partition,
                now.getAsLong(),
                begin);
        lookBacks.put(partition, new LookBack(now.getAsLong(), begin, false, false));
        return now;
    }

    private OptionalLong returned(TopicPartition partition, LookBack back, long begin) {
        if (begin > back.from() && !back.forth()) {
            // The log doesn't reach back so far, and auto.offset.reset=latest leads to its end.
            LOG.warn(
                    "{}: offset {} is not in the log any more, and Kafka went on at {}, past {}. The task goes back there;"
                            + " what lay between and was lost in the database can't be had again.",
                    partition,
                    back.to(),
                    begin,
                    back.from());
            lookBacks.put(partition, new LookBack(back.to(), back.from(), true, true));
            return OptionalLong.of(back.from());
        }
        if (!back.told() && begin < back.from()) {
            tell(partition, back.from(), back.to());
            lookBacks.put(partition, new LookBack(back.to(), back.from(), true, back.forth()));
        }
        return OptionalLong.empty();
    }

    private static void tell(TopicPartition partition, long known, long to) {
        LOG.warn(
                "{}: the database has lost commits, as in a failover to a server that was behind: what it acknowledged up to"
                        + " offset {} it knows only up to {}. The task goes back to {} and writes the records in between again;"
                        + " nothing is lost.",
                partition,
                known,
                to,
                to);
    }

    /** The partition goes on. */
    void over(TopicPartition partition) {
        lookBacks.remove(partition);
    }
}
