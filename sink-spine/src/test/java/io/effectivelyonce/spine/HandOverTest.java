package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.BUG;
import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static io.effectivelyonce.spine.Scene.P2;
import static io.effectivelyonce.spine.Scene.room;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.IllegalWorkerStateException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules 1, 2, 3 and 7: what {@code put} does, how long it takes, and what it asks of Connect. */
class HandOverTest {

    @Test
    void putReturnsBeforeTheTargetHasAnswered() {
        Scene scene = Scene.tolerant();
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);

        scene.worker.poll();

        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(0L, 1L);
        assertThat(scene.counts.of(Outcome.APPLIED)).isZero();
    }

    @Test
    void aTargetIsNotBotheredWithNothing() {
        Scene scene = Scene.tolerant();
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.worker.poll();

        assertThat(scene.target.accepted()).isEmpty();
    }

    /** Rule 1: the scripted context and reporter refuse any thread but the task's. */
    @Test
    void settlingOnOtherThreadsLeavesContextReporterAndLedgerToTheTaskThread() {
        Scene scene = Scene.tolerant(room(2));
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        CompletableFuture.runAsync(() -> {
                    scene.applies(P0, 0, 2);
                    scene.findsFault(P0, 1);
                })
                .orTimeout(5, TimeUnit.SECONDS)
                .join();

        assertThat(scene.counts.of(Outcome.APPLIED))
                .as("nobody called the task yet")
                .isZero();
        assertThat(scene.reporter.reports()).isEmpty();
        scene.worker.poll();

        assertThat(scene.counts.of(Outcome.APPLIED)).isEqualTo(2);
        assertThat(scene.reporter.reports()).hasSize(1);
    }

    /** Rule 2. */
    @Test
    @Timeout(10)
    void whileFullPutWaitsNoLongerThanItsLimit() {
        Duration limit = Duration.ofMillis(60);
        Scene scene = Scene.tolerant(new Limits(1, 1_000_000, limit, Duration.ofSeconds(2)));
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);

        long before = System.nanoTime();
        scene.worker.poll();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(limit, limit.plusSeconds(2));
        assertThat(scene.worker.paused()).containsExactly(P0);
    }

    @Test
    void byDefaultPutWaitsHalfASecondAtMost() {
        assertThat(Limits.of(1, 1).put()).isLessThanOrEqualTo(Duration.ofMillis(500));
        assertThat(Limits.of(1, 1).close()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    @Timeout(10)
    void roomThatComesWhilePutWaitsIsUsedAtOnce() {
        Scene scene = Scene.tolerant(new Limits(1, 1_000_000, Duration.ofMinutes(1), Duration.ofSeconds(2)));
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            while (scene.target.accepted().isEmpty()) {
                Thread.onSpinWait();
            }
            scene.applies(P0, 0);
        });

        scene.worker.poll();

        server.join();
        assertThat(scene.worker.paused()).isEmpty();
        assertThat(scene.counts.of(Outcome.APPLIED)).isEqualTo(1);
    }

    @Test
    void whileFullAllPartitionsArePausedAlsoNewOnes() {
        Scene scene = Scene.tolerant(room(2));
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();
        assertThat(scene.worker.paused()).containsExactlyInAnyOrder(P0, P1);

        scene.worker.assign(P2);
        assertThat(scene.worker.paused()).as("Connect hands it over unpaused").doesNotContain(P2);
        scene.worker.poll();
        assertThat(scene.worker.paused()).containsExactlyInAnyOrder(P0, P1, P2);

        scene.applies(P0, 0);
        scene.worker.poll();
        assertThat(scene.worker.paused()).isEmpty();
    }

    @Test
    void bytesFillATaskToo() {
        Scene scene = Scene.tolerant(new Limits(1000, 2L * OK.length(), Duration.ZERO, Duration.ZERO));
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll(1);
        assertThat(scene.worker.paused()).isEmpty();

        scene.worker.poll(1);
        assertThat(scene.worker.paused()).containsExactly(P0);

        scene.applies(P0, 1);
        scene.worker.poll();
        assertThat(scene.worker.paused()).isEmpty();
    }

    @Test
    void roomThatARevocationMakesLetsTheRestFlow() {
        Scene scene = Scene.tolerant(room(2));
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();

        scene.worker.revoke(P0);
        scene.worker.poll();

        assertThat(scene.worker.paused()).isEmpty();
    }

    /** Connect pauses again what the task had paused and gets back in the same rebalance. */
    @Test
    void aPartitionThatComesBackPausedFlowsAgain() {
        Scene scene = Scene.tolerant(room(2));
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll(2);

        scene.worker.revokeAndAssignAgain(P0, P1);
        assertThat(scene.worker.paused()).containsExactlyInAnyOrder(P0, P1);
        scene.worker.poll();
        assertThat(scene.worker.paused()).as("nothing is held any more").isEmpty();

        scene.worker.poll();
        assertThat(scene.target.accepted()).hasSize(5);
    }

    @Test
    void aTaskThatMustHoldNothingIsRefused() {
        assertThatThrownBy(() -> Limits.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.of(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Rule 7. */
    @Test
    void whileAnythingIsUnsettledConnectIsAskedToComeBackSoon() {
        Scene scene = Scene.tolerant();
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        assertThat(scene.worker.timeout()).isBetween(1L, 1000L);
        scene.worker.poll();
        assertThat(scene.worker.timeout()).as("each poll uses it up").isBetween(1L, 1000L);

        scene.applies(P0, 0);
        scene.worker.poll();
        assertThat(scene.worker.timeout()).as("nothing to look for").isEqualTo(-1);
    }

    /** Rule 3: an outage is the target's to wait out; put takes records and returns. */
    @Test
    void anOutageDoesNotEndThePolling() {
        Scene scene = Scene.tolerant(room(2));
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        for (int i = 0; i < 50; i++) {
            scene.worker.poll(1);
            scene.worker.commit();
        }

        assertThat(scene.target.accepted()).hasSize(2);
        assertThat(scene.committed(P0)).isZero();
        scene.applies(P0, 0, 1);
        scene.worker.poll(1);
        scene.worker.poll(1);
        scene.applies(P0, 2);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(3);
    }

    @Test
    void aTargetThatCannotGoOnStopsTheTaskWithItsOwnWords() {
        Scene scene = Scene.tolerant();
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.target.failsWith(new ConnectException("table invoices is missing; create it"));

        assertThatThrownBy(() -> scene.worker.poll()).hasMessage("table invoices is missing; create it");
        assertThat(scene.worker.preCommit()).as("preCommit does not throw").containsOnlyKeys(P0);
    }

    /** Rule 3: the scripted worker refuses a RetriableException from put. */
    @Test
    void putNeverAsksConnectToDeliverAgain() {
        Scene scene = Scene.tolerant();
        scene.worker.assign(P0);
        scene.target.failsWith(new RetriableException("the retry budget is spent"));

        assertThatThrownBy(() -> scene.worker.poll()).hasMessage("the retry budget is spent");
    }

    @Test
    void aMistakeInTheReaderStopsTheTaskAtTheRecordAndHandsOverWhatCameBefore() {
        Scene scene = Scene.tolerant();
        scene.cluster.append(P0, OK, BUG, OK);
        scene.worker.assign(P0);

        assertThatThrownBy(() -> scene.worker.poll())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0, offset 1")
                .hasMessageContaining("IllegalStateException at [")
                .hasMessageNotContaining("a mistake in the reader")
                .hasNoCause();

        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(0L);
        scene.applies(P0, 0);
        assertThat(scene.worker.spine().preCommit(Map.of(P0, new OffsetAndMetadata(3))))
                .as("whatever Connect asks for")
                .containsEntry(P0, new OffsetAndMetadata(1));
    }

    @Test
    @Timeout(10)
    void aFailureEndsTheWaitForRoom() {
        Scene scene = Scene.tolerant(new Limits(1, 1_000_000, Duration.ofMinutes(1), Duration.ofSeconds(2)));
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            while (scene.target.accepted().isEmpty()) {
                Thread.onSpinWait();
            }
            scene.target.failsWith(new ConnectException("the retry budget is spent"));
        });

        assertThatThrownBy(() -> scene.worker.poll()).hasMessage("the retry budget is spent");
        server.join();
    }

    @Test
    @Timeout(10)
    void anInterruptedWaitKeepsTheInterruptAndReturns() {
        Scene scene = Scene.tolerant(new Limits(1, 1_000_000, Duration.ofMinutes(1), Duration.ofSeconds(2)));
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.target.interruptsWaiting();

        scene.worker.poll();

        assertThat(Thread.interrupted())
                .as("the flag is kept, and cleared here")
                .isTrue();
        assertThat(scene.worker.paused()).containsExactly(P0);
    }

    @Test
    void whenConnectRefusesToPauseTheTaskStopsAndNoOffsetPasses() {
        Scene scene = Scene.tolerant(room(1));
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.refusesToPauseWith(new IllegalWorkerStateException("not now"));

        assertThatThrownBy(() -> scene.worker.poll()).hasMessage("not now");
        scene.worker.stop();

        assertThat(scene.committed(P0)).isZero();
    }
}
