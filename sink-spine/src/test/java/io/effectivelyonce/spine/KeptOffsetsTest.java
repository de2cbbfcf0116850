package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.FILTERED;
import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.UNREADABLE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A server that keeps offsets itself: Kafka is never told more than the server knows. */
class KeptOffsetsTest {
    private final Scene scene = Scene.tolerant();

    @Test
    void nothingIsCommittedThatTheServerDoesNotKeepYet() {
        scene.target.keepsBySteps();
        scene.cluster.append(P0, OK, FILTERED, FILTERED);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);
        scene.worker.commit();
        assertThat(scene.worker.preCommit()).isEmpty();

        scene.target.keeps(P0, 1);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(1);

        scene.target.keeps(P0, 3);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(3);
    }

    @Test
    void whatTheServerKeepsNeverCarriesAnOffsetPastAnOpenRecord() {
        scene.target.keepsBySteps();
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.target.keeps(P0, 2);

        scene.worker.commit();

        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void theServerIsToldHowFarASlotHasComeFilteredRecordsIncluded() {
        scene.cluster.append(P0, FILTERED, OK, OK, FILTERED);
        scene.worker.assign(P0);
        scene.worker.poll();
        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 1, 4, 4));

        scene.applies(P0, 1);
        scene.worker.poll();
        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 2, 4, 4));

        scene.applies(P0, 2);
        scene.worker.poll();
        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 4, 4, 4));
    }

    @Test
    void aRecordOnItsWayToTheDeadLetterQueueHoldsTheOffsetThatTheServerMayKeep() {
        scene.cluster.append(P0, OK, UNREADABLE, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 0, 1, 3));

        scene.reporter.reports().get(0).completes();
        scene.worker.poll();
        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 0, 3, 3));
    }

    @Test
    void offsetsThatTheTaskNeverSeesAreToldToo() {
        scene.cluster.append(P0, OK);
        scene.cluster.appendDroppedByConnect(P0);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);

        scene.worker.commit();

        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(0, 2, 2, 2));
    }

    @Test
    void aPartitionToWhichNothingComesIsToldByItsPosition() {
        scene.cluster.append(P0, OK, OK, OK);
        scene.cluster.commit(P0, 3);
        scene.worker.assign(P0);
        assertThat(scene.worker.commitRequested()).isTrue();

        scene.worker.poll();

        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(3, 3, 3, 3));
    }

    @Test
    void afterARewindTheFirstRecordAloneTellsWhereTheLogGoesOn() {
        scene.cluster.append(P0, OK);
        scene.cluster.appendDroppedByConnect(P0);
        scene.cluster.append(P0, OK);
        scene.cluster.commit(P0, 3);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.target.forgetsFrom(P0, 1);
        scene.worker.poll(0);
        scene.worker.commit();
        assertThat(scene.target.standing(P0).begin()).isEqualTo(3);

        scene.worker.poll();

        assertThat(scene.target.standing(P0)).isEqualTo(new Standing(2, 2, 3, 3));
    }

    @Test
    void anIdleTaskLooksAgainUntilTheServerKeepsWhatMoved() {
        scene.target.keepsBySteps();
        scene.cluster.append(P0, FILTERED);
        scene.worker.assign(P0);
        scene.worker.poll();
        assertThat(scene.worker.timeout()).isPositive();

        scene.target.keeps(P0, 1);
        scene.worker.poll();

        assertThat(scene.worker.timeout()).isNegative();
    }
}
