package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger<String> ledger = new Ledger<>();

    @Test
    void aSettledLineIsForgottenAlsoBehindOneThatStaysOpen() {
        ledger.open(P0);
        deliver(P0, 0);
        WeakReference<Entry<String>> settled = deliverAndSettle(P0, 1);

        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> {
            System.gc();
            return settled.get() == null;
        });

        assertThat(ledger.lowestUnsettled(P0)).hasValue(0);
    }

    /** In a method of its own, so that no local variable keeps the entry. */
    private WeakReference<Entry<String>> deliverAndSettle(TopicPartition partition, long offset) {
        Entry<String> entry = deliver(partition, offset);
        ledger.settle(entry);
        return new WeakReference<>(entry);
    }

    @Test
    void anEntryIsSettledOnce() {
        ledger.open(P0);
        Entry<String> entry = deliver(P0, 0);

        assertThat(ledger.awaits(entry)).isTrue();
        assertThat(ledger.settle(entry)).isTrue();
        assertThat(ledger.awaits(entry)).isFalse();
        assertThat(ledger.settle(entry)).isFalse();
        assertThat(ledger.anythingUnsettled()).isFalse();
    }

    @Test
    void anEntryOfAnEndedSlotSettlesNothing() {
        ledger.open(P0);
        Entry<String> old = deliver(P0, 0);
        assertThat(ledger.open(P0)).containsSame(old.slot());
        deliver(P0, 0);

        assertThat(ledger.settle(old)).isFalse();
        assertThat(ledger.lowestUnsettled(P0)).hasValue(0);
    }

    @Test
    void fullnessCountsWhatIsOpenInAllPartitions() {
        ledger.open(P0);
        ledger.open(P1);
        List<Entry<String>> open = new ArrayList<>();
        open.add(deliver(P0, 0));
        assertThat(ledger.full(Limits.of(2, 100))).isFalse();
        assertThat(ledger.full(Limits.of(100, 10))).isTrue();
        open.add(deliver(P1, 0));
        assertThat(ledger.full(Limits.of(2, 100))).isTrue();

        ledger.settle(open.get(0));
        assertThat(ledger.full(Limits.of(2, 11))).isFalse();

        ledger.end(Set.of(P0, P1));
        assertThat(ledger.anythingUnsettled()).isFalse();
        assertThat(ledger.full(Limits.of(1, 1))).isFalse();
        assertThat(ledger.partitions()).isEmpty();
        assertThat(ledger.lowestUnsettled(P1)).isEmpty();
    }

    @Test
    void whatWasSeenIsKnownForTheSlotAlone() {
        ledger.open(P0);
        Slot slot = ledger.slot(P0).orElseThrow();
        ledger.pass(slot, record(P0, 7));
        assertThat(ledger.seen(slot, 7)).isTrue();
        assertThat(ledger.seen(slot, 8)).isFalse();

        ledger.open(P0);
        assertThat(ledger.seen(ledger.slot(P0).orElseThrow(), 0)).isFalse();
    }

    private Entry<String> deliver(TopicPartition partition, long offset) {
        return ledger.deliver(ledger.slot(partition).orElseThrow(), record(partition, offset), "event", 10);
    }

    private static SinkRecord record(TopicPartition partition, long offset) {
        return new SinkRecord(partition.topic(), partition.partition(), null, null, null, null, offset);
    }
}
