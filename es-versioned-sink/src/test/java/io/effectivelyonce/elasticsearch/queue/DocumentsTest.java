package io.effectivelyonce.elasticsearch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent, what is held back, and what is settled without being sent. */
class DocumentsTest {
    private final Documents<Op> documents = new Documents<>(Precedence.FIRST_OF_EQUALS);
    private final Partitions partitions = new Partitions(documents, entry -> {});

    @Test
    void ofSeveralOperationsOnADocumentOnlyTheNewestIsSent() {
        assertThat(partitions.send(Op.write("a", 1), Op.write("a", 2), Op.delete("a", 3), Op.write("b", 1)))
                .extracting(Open::operation)
                .containsExactlyInAnyOrder(Op.delete("a", 3), Op.write("b", 1));
    }

    @Test
    void whatIsOlderIsSettledOnlyWhenTheNewestIsAcknowledged() {
        List<Open<Op>> sent = partitions.send(Op.write("a", 1), Op.write("a", 2));
        assertThat(partitions.done()).isFalse();
        assertThat(partitions.count(Outcome.APPLIED)).isZero();
        partitions.acknowledge(sent.get(0), Outcome.APPLIED);
        assertThat(partitions.count(Outcome.APPLIED)).isEqualTo(2);
        assertThat(partitions.done()).isTrue();
    }

    @Test
    void whatIsOlderAndCameLaterIsStale() {
        partitions.acknowledge(
                partitions.send(Op.write("a", 2), Op.write("a", 1)).get(0), Outcome.APPLIED);
        assertThat(partitions.count(Outcome.STALE)).isEqualTo(1);
    }

    @Test
    void besideADuplicateWhatIsOlderIsStale() {
        partitions.acknowledge(
                partitions.send(Op.write("a", 1), Op.write("a", 2)).get(0), Outcome.DUPLICATE);
        assertThat(partitions.count(Outcome.STALE)).isEqualTo(1);
        assertThat(partitions.count(Outcome.APPLIED)).isZero();
    }

    @Test
    void ofEqualVersionsTheFirstIsSentAndTheOtherIsADuplicate() {
        List<Open<Op>> sent = partitions.send(Op.write("a", 1), Op.delete("a", 1));
        assertThat(sent).extracting(Open::operation).containsExactly(Op.write("a", 1));
        partitions.acknowledge(sent.get(0), Outcome.APPLIED);
        assertThat(partitions.count(Outcome.DUPLICATE)).isEqualTo(1);
    }

    @Test
    void whereEqualVersionsWriteAgainTheLastIsSent() {
        Documents<Op> gte = new Documents<>(Precedence.LAST_OF_EQUALS);
        Partitions into = new Partitions(gte, entry -> {});
        List<Open<Op>> sent = into.send(Op.delete("a", 1), Op.write("a", 1));
        assertThat(sent).extracting(Open::operation).containsExactly(Op.write("a", 1));
        into.send(Op.delete("a", 1));
        into.acknowledge(sent.get(0), Outcome.APPLIED);
        assertThat(gte.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.delete("a", 1));
    }

    @Test
    void aDocumentIsInOneBulkAtATime() {
        Open<Op> first = partitions.send(Op.write("a", 1)).get(0);
        assertThat(partitions.send(Op.write("a", 2))).isEmpty();
        partitions.acknowledge(first, Outcome.APPLIED);
        assertThat(documents.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.write("a", 2));
    }

    @Test
    void ifTheNewestIsAtFaultTheNewestOfTheOthersHasItsTurn() {
        partitions.faulty(partitions
                .send(Op.write("a", 1), Op.write("a", 2), Op.write("a", 3))
                .get(0));
        assertThat(documents.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.write("a", 2));
    }

    @Test
    void whatHasToBeRepeatedIsLeftToANewerOne() {
        Open<Op> first = partitions.send(Op.write("a", 1)).get(0);
        assertThat(documents.keep(first)).isTrue();
        partitions.send(Op.delete("a", 2));
        assertThat(documents.keep(first)).isFalse();
        assertThat(documents.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.delete("a", 2));
    }

    @Test
    void aDeleteWaitsForAnOlderWriteThatWasNeverAnswered() {
        Open<Op> write = partitions.send(Op.write("a", 1)).get(0);
        write.sentIntoTheUnknown();
        partitions.send(Op.delete("a", 2));
        assertThat(documents.keep(write)).isTrue();
        partitions.acknowledge(write, Outcome.APPLIED);
        assertThat(documents.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.delete("a", 2));
    }

    @Test
    void theFenceHoldsAlsoForADeleteThatComesAfterTheWriteWasLeftToANewerOne() {
        Open<Op> write = partitions.send(Op.write("a", 1)).get(0);
        write.sentIntoTheUnknown();
        partitions.send(Op.write("a", 2));
        assertThat(documents.keep(write)).isFalse();
        assertThat(partitions.send(Op.delete("a", 3)))
                .extracting(Open::operation)
                .containsExactly(Op.write("a", 1));
    }

    @Test
    void whatComesBehindANewerDeleteIsNotSent() {
        partitions.acknowledge(partitions.send(Op.delete("a", 3)).get(0), Outcome.APPLIED);
        assertThat(partitions.send(Op.write("a", 2), Op.write("a", 3))).isEmpty();
        assertThat(partitions.count(Outcome.STALE)).isEqualTo(1);
        assertThat(partitions.count(Outcome.DUPLICATE)).isEqualTo(1);
        assertThat(partitions.send(Op.write("a", 4))).hasSize(1);
    }

    @Test
    void onlySoManyDeletesAreRemembered() {
        Deletes deletes = new Deletes(2);
        for (String id : List.of("a", "b", "a", "c")) {
            deletes.acknowledged(Op.delete(id, 1));
        }
        assertThat(deletes.version("b")).isEmpty();
        assertThat(deletes.version("a")).hasValue(1);
        deletes.acknowledged(Op.write("a", 2));
        assertThat(deletes.version("a")).isEmpty();
    }

    @Test
    void aWriteDoesNotWaitForAnOlderOneThatWasNeverAnswered() {
        Open<Op> write = partitions.send(Op.write("a", 1)).get(0);
        write.sentIntoTheUnknown();
        partitions.send(Op.write("a", 2));
        assertThat(documents.keep(write)).isFalse();
    }

    @Test
    void whatFollowsARecordAtWhichTheTaskStopsIsNotSentAndWhatPrecedesItIs() {
        List<Open<Op>> sent = partitions.send(Op.write("a", 1), Op.write("bad", 1));
        partitions.send(Op.write("a", 2), Op.write("c", 1));
        documents.stopAt(sent.get(1));
        partitions.acknowledge(sent.get(0), Outcome.APPLIED);
        assertThat(documents.ready()).isZero();
        partitions.produce(1, Op.write("d", 1));
        partitions.deliver(1, 1);
        assertThat(documents.take(9, 9_999)).extracting(Open::operation).containsExactly(Op.write("d", 1));
    }

    @Test
    void whatARevokedPartitionLeavesIsForgotten() {
        Open<Op> under = partitions.send(Op.write("a", 1)).get(0);
        partitions.send(Op.write("a", 2));
        partitions.revoke(0);
        assertThat(documents.keep(under)).isFalse();
        assertThat(documents.ready()).isZero();
        assertThat(documents.readyBytes()).isZero();
    }

    @Test
    void aBatchKeepsWithinItsLimitsAndIsNeverEmpty() {
        for (String id : List.of("a", "b", "c", "d")) {
            partitions.produce(0, Op.write(id, 1));
        }
        partitions.deliver(0, 4);
        assertThat(documents.readyBytes()).isEqualTo(400);
        assertThat(documents.take(9, 250)).hasSize(2);
        assertThat(documents.take(1, 250)).hasSize(1);
        assertThat(documents.take(9, 1)).hasSize(1);
        assertThat(documents.readyBytes()).isZero();
    }
}
