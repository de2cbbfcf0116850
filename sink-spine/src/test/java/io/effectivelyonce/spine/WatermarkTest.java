package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.FILTERED;
import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** Rule 5, and the first law: an offset moves past a record only after the record has an outcome. */
class WatermarkTest {
    private final Scene scene = Scene.tolerant();

    @Test
    void anOffsetNeverPassesARecordWithoutAnOutcome() {
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();

        scene.worker.commit();
        assertThat(scene.committed(P0)).isZero();

        scene.applies(P0, 2, 1);
        scene.worker.commit();
        assertThat(scene.committed(P0)).as("0 is still open").isZero();

        scene.applies(P0, 0);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(3);
    }

    @Test
    void everyOutcomeOfATargetLetsTheOffsetPass() {
        scene.cluster.append(P0, OK, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();

        scene.target.settles(scene.target.entry(P0, 0), Outcome.APPLIED);
        scene.target.settles(scene.target.entry(P0, 1), Outcome.DUPLICATE);
        scene.target.settles(scene.target.entry(P0, 2), Outcome.STALE);
        scene.target.settles(scene.target.entry(P0, 3), Outcome.FILTERED);
        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(4);
        for (Outcome outcome : Outcome.values()) {
            assertThat(scene.counts.of(outcome)).as(outcome.label()).isEqualTo(outcome == Outcome.REJECTED ? 0 : 1);
        }
    }

    @Test
    void aTargetCannotSettleARecordAsRejected() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();

        assertThatThrownBy(() -> scene.target.settles(scene.target.entry(P0, 0), Outcome.REJECTED))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void partitionsDoNotHoldEachOtherBack() {
        scene.cluster.append(P0, OK, OK);
        scene.cluster.append(P1, OK, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();

        scene.applies(P1, 0, 1);
        scene.worker.commit();

        assertThat(scene.committed(P0)).isZero();
        assertThat(scene.committed(P1)).isEqualTo(2);
    }

    @Test
    void filteredRecordsDoNotHoldTheWatermarkBack() {
        scene.cluster.append(P0, FILTERED, OK, FILTERED, FILTERED);
        scene.worker.assign(P0);
        scene.worker.poll();

        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(1);

        scene.applies(P0, 1);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(4);
        assertThat(scene.counts.of(Outcome.FILTERED)).isEqualTo(3);
    }

    @Test
    void offsetsThatTheTaskNeverSeesAreFollowed() {
        scene.cluster.append(P0, OK);
        scene.cluster.appendDroppedByConnect(P0);
        scene.cluster.appendDroppedByConnect(P0);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);

        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(3);
    }

    @Test
    void offsetsFollowOnlyPutsThatReturned() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);
        scene.worker.commit();
        scene.cluster.append(P0, FILTERED);
        scene.target.failsWith(new ConnectException("wrong password"));

        assertThatThrownBy(() -> scene.worker.poll()).hasMessage("wrong password");
        scene.worker.stop();

        assertThat(scene.committed(P0)).isEqualTo(1);
    }

    @Test
    void topicChangingTransformsDoNotChangeWhereOffsetsAreCommitted() {
        TopicPartition renamed = new TopicPartition("invoices", 0);
        scene.cluster.appendUnderAnotherTopic(P0, "invoices", OK);
        scene.cluster.appendUnderAnotherTopic(P0, "invoices", OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);

        assertThat(scene.worker.preCommit()).containsOnlyKeys(P0);
        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(1);
        assertThat(scene.committed(renamed)).isZero();
    }

    /** Its offset can't be followed: under its new topic it would be dropped, and under its old one passed. */
    @Test
    void aRecordWithoutItsOriginalCoordinatesStopsTheTaskInsteadOfVanishing() {
        scene.cluster.append(P0, OK);
        scene.cluster.appendWithoutOriginalCoordinates(P0, "invoices", OK);
        scene.worker.assign(P0);

        assertThatThrownBy(() -> scene.worker.poll())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic invoices, partition 0, offset 1")
                .hasMessageContaining("newRecord");
        scene.applies(P0, 0);
        scene.worker.stop();

        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void preCommitAnswersForThePartitionsItIsAskedForOnly() {
        scene.cluster.append(P0, OK);
        scene.cluster.append(P1, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();
        scene.target.forgetsFrom(P1, 0);
        scene.worker.poll();

        assertThat(scene.worker.spine().preCommit(Map.of(P0, new OffsetAndMetadata(1))))
                .containsOnlyKeys(P0);
    }

    @Test
    void preCommitNeverAnswersMoreThanWasDelivered() {
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();

        assertThat(scene.worker.spine().preCommit(Map.of(P0, new OffsetAndMetadata(0))))
                .containsEntry(P0, new OffsetAndMetadata(0));
        scene.applies(P0, 0, 1);
        assertThat(scene.worker.spine().preCommit(Map.of(P0, new OffsetAndMetadata(1))))
                .containsEntry(P0, new OffsetAndMetadata(1));
    }

    @Test
    void preCommitAnswersForLivingSlotsOnly() {
        scene.cluster.append(P0, OK);
        scene.cluster.append(P1, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();
        scene.applies(P0, 0);
        scene.worker.revoke(P0);

        assertThat(scene.worker.offeredAtStop()).containsOnlyKeys(P0, P1);
        assertThat(scene.worker.spine().preCommit(scene.worker.offeredAtStop())).containsOnlyKeys(P1);
    }

    @Test
    void theCommitAtStopLeavesLongRevokedPartitionsAlone() {
        scene.cluster.append(P0, OK, OK);
        scene.cluster.append(P1, OK);
        scene.worker.assign(P0, P1);
        scene.worker.poll();
        scene.worker.revoke(P0);
        scene.cluster.commit(P0, 2); // by the new owner

        scene.applies(P1, 0);
        scene.worker.stop();

        assertThat(scene.committed(P0)).isEqualTo(2);
        assertThat(scene.committed(P1)).isEqualTo(1);
        assertThat(scene.target.closed()).isTrue();
    }

    @Test
    void afterACrashEverythingWithoutAnOutcomeComesAgain() {
        scene.cluster.append(P0, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0, 2);
        scene.worker.commit();

        scene.startTask();
        scene.worker.assign(P0);
        scene.worker.poll();

        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(1L, 2L);
    }
}
