package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static io.effectivelyonce.spine.Scene.UNREADABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rules 5 and 6: partitions come and go, and Connect goes back by itself. */
class RebalanceTest {
    private final Scene scene = Scene.tolerant();

    @Test
    void whatSettlesBeforeARevocationIsCommittedWithIt() {
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);

        scene.worker.revoke(P0);

        assertThat(scene.committed(P0)).isEqualTo(1);
    }

    @Test
    void aRevocationGivesSentWorkAWhileAndALossIsToldTheSame() {
        scene.cluster.append(P0, OK);
        scene.cluster.append(P1, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();
        Slot first = scene.target.entry(P0, 0).slot();
        Slot second = scene.target.entry(P1, 0).slot();

        scene.worker.revoke(P0);
        assertThat(scene.target.abandoned()).containsExactly(first);
        assertThat(first.living()).isFalse();
        assertThat(second.living()).isTrue();

        scene.worker.lose(P1);
        assertThat(scene.target.abandoned()).containsExactlyInAnyOrder(first, second);
        assertThat(scene.target.abandonWaits()).containsOnly(Scene.CLOSE);
    }

    @Test
    void lateSettlementsOfAnEndedSlotAreVoid() {
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        Entry<String> late = scene.target.entry(P0, 0);
        scene.worker.revoke(P0);
        scene.target.settles(late, Outcome.APPLIED);
        scene.worker.assign(P0);
        scene.worker.poll();

        scene.worker.commit();
        assertThat(scene.committed(P0)).isZero();

        scene.target.settles(late, Outcome.APPLIED);
        scene.applies(P0, 1);
        scene.worker.commit();
        assertThat(scene.committed(P0))
                .as("the copy that came again has no outcome")
                .isZero();

        scene.target.settles(scene.target.entry(P0, 0), Outcome.DUPLICATE);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(2);
    }

    @Test
    void aVoidSettlementIsNotCounted() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        Entry<String> late = scene.target.entry(P0, 0);
        scene.worker.lose(P0);
        scene.target.settles(late, Outcome.APPLIED);
        scene.worker.assign(P0);
        scene.worker.poll();
        Entry<String> again = scene.target.entry(P0, 0);
        scene.target.settles(again, Outcome.DUPLICATE);
        scene.target.settles(again, Outcome.DUPLICATE);
        scene.worker.poll();

        assertThat(scene.counts.of(Outcome.APPLIED)).isZero();
        assertThat(scene.counts.of(Outcome.DUPLICATE)).isEqualTo(1);
    }

    @Test
    void aLateFaultOfAnEndedSlotIsNotReported() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.findsFault(P0, 0);
        scene.worker.lose(P0);

        scene.worker.poll();

        assertThat(scene.reporter.reports()).isEmpty();
    }

    @Test
    void aReportOfAnEndedSlotNeitherCountsNorStopsTheTask() {
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.worker.lose(P0);
        scene.reporter.only().future().cancel(true); // as Connect does for lost partitions

        scene.worker.poll();

        assertThat(scene.counts.of(Outcome.REJECTED)).isZero();
    }

    @Test
    void lostPartitionsCommitNothing() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);

        scene.worker.lose(P0);

        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void aLostPartitionIsForgottenWithItsWeight() {
        Scene full = Scene.tolerant(Scene.room(2));
        full.cluster.append(P0, OK, OK);
        full.cluster.append(P1, OK);
        full.worker.assign(P0);
        full.worker.poll();
        full.worker.lose(P0);
        full.worker.assign(P1);

        full.worker.poll();

        assertThat(full.worker.paused()).isEmpty();
        assertThat(full.target.accepted()).hasSize(3);
        assertThat(full.worker.timeout()).isPositive();
        full.applies(P1, 0);
        full.worker.poll();
        assertThat(full.worker.timeout()).as("nothing is left to wait for").isEqualTo(-1);
    }

    @Test
    void whenConnectGoesBackTheSlotBeginsAnew() {
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        Entry<String> old = scene.target.entry(P0, 1);
        scene.applies(P0, 0);
        scene.worker.commit();

        scene.worker.goBackToLastCommitted();
        scene.worker.poll();

        assertThat(scene.target.abandoned()).containsExactly(old.slot());
        assertThat(scene.target.abandonWaits()).as("a put does not wait for it").containsExactly(Duration.ZERO);
        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(0L, 1L, 2L, 1L, 2L);
        scene.target.settles(old, Outcome.APPLIED);
        scene.applies(P0, 2);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(1);
        scene.applies(P0, 1);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(3);
    }

    @Test
    void whenConnectGoesBackNothingIsCommittedAboveWhereItStands() {
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0, 1);
        scene.worker.goBackToLastCommitted();

        scene.worker.commit();

        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void anEmptyTaskStopsQuietly() {
        scene.worker.stop();

        assertThat(scene.target.closed()).isTrue();
        assertThat(scene.target.abandoned()).isEmpty();
    }
}
