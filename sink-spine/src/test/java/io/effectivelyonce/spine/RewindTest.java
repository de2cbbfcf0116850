package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 8: the server has forgotten commits, and the task goes back to where it remembers. */
class RewindTest {
    private final Scene scene = Scene.tolerant();

    @BeforeEach
    void fiveRecordsOfWhichFourAreCommitted() {
        scene.cluster.append(P0, OK, OK, OK, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0, 1, 2, 3);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(4);
    }

    @Test
    void aRewindIsAnsweredByPreCommitUntilTheNextPut() {
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();

        assertThat(scene.worker.preCommit().get(P0).offset()).isEqualTo(2);
        scene.worker.commit();
        assertThat(scene.committed(P0)).as("backwards").isEqualTo(2);

        scene.worker.poll(1);
        scene.applies(P0, 2);
        scene.worker.commit();
        assertThat(scene.committed(P0)).as("the rewind is over").isEqualTo(3);
    }

    /** Connect takes the offset of a rewind for committed and would skip the commit of the same offset afterwards. */
    @Test
    void aRewindIsCommittedBeforeConnectGoesBack() {
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();
        assertThat(scene.worker.commitRequested()).isTrue();

        scene.worker.poll(0);

        assertThat(scene.committed(P0)).isEqualTo(2);
    }

    @Test
    void aRewindDropsAllUnfinishedWorkOfThePartition() {
        Entry<String> unfinished = scene.target.entry(P0, 4);
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();

        assertThat(unfinished.slot().living()).isFalse();
        assertThat(scene.target.abandoned()).containsExactly(unfinished.slot());
        scene.target.settles(unfinished, Outcome.APPLIED);
        scene.worker.poll();
        scene.applies(P0, 2, 3);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(4);
    }

    @Test
    void recordsThatComeInThePutOfARewindAreLeftToTheirReturn() {
        scene.cluster.append(P0, OK);
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();
        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(0L, 1L, 2L, 3L, 4L);

        scene.worker.poll();

        assertThat(scene.target.accepted())
                .extracting(Entry::offset)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 2L, 3L, 4L, 5L);
        scene.applies(P0, 2, 3, 4, 5);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(6);
    }

    @Test
    void aRewindLeavesOtherPartitionsAlone() {
        scene.cluster.append(P1, OK);
        scene.worker.assign(P1);
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();

        scene.applies(P1, 0);
        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(2);
        assertThat(scene.committed(P1)).isEqualTo(1);
    }

    @Test
    void aRewindOfAPartitionThatIsGoneIsNotAskedFor() {
        scene.target.forgetsFrom(P0, 2);
        scene.worker.revoke(P0);
        scene.worker.poll();

        assertThat(scene.worker.preCommit()).isEmpty();
        scene.worker.assign(P0);
        scene.worker.poll();
        assertThat(scene.target.accepted()).extracting(Entry::offset).endsWith(4L);
    }

    @Test
    void aRewindEndsWithTheAssignmentThatItWasFor() {
        scene.target.forgetsFrom(P0, 2);
        scene.worker.poll();
        scene.worker.commit();
        scene.worker.lose(P0);
        scene.cluster.commit(P0, 5); // by another owner, who went back and caught up
        scene.worker.assign(P0);

        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(5);
    }

    @Test
    void aTaskThatStopsInThePutOfARewindStillCommitsWhereToGoBackTo() {
        scene.cluster.append(P1, Scene.FATAL);
        scene.worker.assign(P1);
        scene.target.forgetsFrom(P0, 2);
        assertThatThrownBy(() -> scene.worker.poll()).isInstanceOf(ConnectException.class);

        scene.worker.stop();

        assertThat(scene.committed(P0)).isEqualTo(2);
    }
}
