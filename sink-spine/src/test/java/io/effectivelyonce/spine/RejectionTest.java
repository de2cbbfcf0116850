package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.FATAL;
import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.UNREADABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** Rule 4: what becomes of a record that is at fault. */
class RejectionTest {
    private final Scene scene = Scene.tolerant();

    @Test
    void aRejectedRecordCountsOnlyWhenItsReportCompleted() {
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.findsFault(P0, 0);
        scene.applies(P0, 1);
        scene.worker.poll();

        scene.worker.commit();
        assertThat(scene.committed(P0)).as("the report is on its way").isZero();
        assertThat(scene.counts.of(Outcome.REJECTED)).isZero();

        scene.reporter.only().completes();
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(2);
        assertThat(scene.counts.of(Outcome.REJECTED)).isEqualTo(1);
    }

    @Test
    void aReportThatPreCommitItselfMakesIsWaitedForToo() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.findsFault(P0, 0);

        scene.worker.commit();

        assertThat(scene.reporter.reports()).hasSize(1);
        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void whileAReportIsOnItsWayConnectIsAskedToComeBackSoon() {
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);
        scene.worker.poll();

        assertThat(scene.worker.timeout()).isBetween(1L, 1000L);
    }

    @Test
    void anUnreadableRecordIsReportedAndItsNeighboursAreApplied() {
        scene.cluster.append(P0, OK, UNREADABLE, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0, 2);
        scene.worker.commit();
        assertThat(scene.committed(P0)).isEqualTo(1);
        assertThat(scene.target.accepted()).extracting(Entry::offset).containsExactly(0L, 2L);

        scene.reporter.only().completes();
        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(3);
        assertThat(scene.reporter.only().record())
                .isSameAs(scene.cluster.log(P0).get(1));
        assertThat(scene.reporter.only().error())
                .isInstanceOf(RecordFault.class)
                .hasMessage("topic orders, partition 0, offset 1: can't be read")
                .hasNoCause();
    }

    @Test
    void aReportThatFailsLaterStopsTheTaskAndTheRecordComesAgain() {
        scene.cluster.append(P0, UNREADABLE, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 1);
        scene.reporter.only().fails(new TimeoutException("60000 ms have passed"));

        scene.worker.commit();
        assertThatThrownBy(() -> scene.worker.poll())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0, offset 0")
                .hasMessageContaining("errors.deadletterqueue.topic.name")
                .hasCauseInstanceOf(TimeoutException.class);
        scene.worker.stop();

        assertThat(scene.committed(P0)).isZero();
        assertThat(scene.counts.of(Outcome.REJECTED)).isZero();
    }

    @Test
    void aReportThatHasFailedAlreadyStopsTheTaskInTheSamePut() {
        scene.reporter.failsAtOnceWith(new TimeoutException("topic not present"));
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);

        assertThatThrownBy(() -> scene.worker.poll()).hasMessageContaining("could not be written");
        scene.worker.stop();

        assertThat(scene.committed(P0)).isZero();
    }

    @Test
    void aReportThatThrowsStopsTheTaskInPutAndNeverInPreCommit() {
        scene.cluster.append(P0, OK, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.reporter.refusesWith(new IllegalStateException("the producer is closed"));
        scene.findsFault(P0, 0);
        scene.applies(P0, 1);

        scene.worker.commit();
        assertThat(scene.committed(P0)).isZero();
        assertThat(scene.counts.of(Outcome.APPLIED))
                .as("the rest of the mailbox")
                .isEqualTo(1);
        assertThatThrownBy(() -> scene.worker.poll())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0, offset 0")
                .hasRootCauseMessage("the producer is closed");
    }

    /** The scripted worker refuses a RetriableException from put. */
    @Test
    void aReportThatAsksForARetryStopsTheTaskAllTheSame() {
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);
        scene.reporter.refusesWith(new RetriableException("the schema registry is away"));

        assertThatThrownBy(() -> scene.worker.poll()).hasMessageContaining("could not be written");
    }

    @Test
    void anInterruptDoesNotTurnACompletedReportIntoAFailedOne() {
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);
        scene.worker.poll();
        ScriptedReporter.Report report = scene.reporter.only();
        report.completes();

        Thread.currentThread().interrupt();
        scene.worker.poll();
        assertThat(Thread.interrupted())
                .as("the flag is kept, and cleared here")
                .isTrue();
        assertThat(scene.counts.of(Outcome.REJECTED)).isZero();
        scene.worker.commit();

        assertThat(scene.committed(P0)).isEqualTo(1);
    }

    @Test
    void aRecordThatHasItsOutcomeIsNotReportedAnyMore() {
        scene.cluster.append(P0, OK);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.applies(P0, 0);
        scene.findsFault(P0, 0);

        scene.worker.poll();

        assertThat(scene.reporter.reports()).isEmpty();
    }

    @Test
    void aCancelledReportIsNoOutcome() {
        scene.cluster.append(P0, UNREADABLE);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.reporter.only().future().cancel(true);

        assertThatThrownBy(() -> scene.worker.poll()).hasMessageContaining("could not be written");
    }

    @Test
    void theFirstFailureIsTheOneThatIsTold() {
        scene.cluster.append(P0, UNREADABLE, UNREADABLE);
        scene.worker.assign(P0);
        scene.worker.poll();
        scene.reporter.reports().get(0).fails(new TimeoutException("first"));
        scene.reporter.reports().get(1).fails(new TimeoutException("second"));

        scene.worker.commit();
        scene.worker.commit();

        assertThatThrownBy(() -> scene.worker.poll()).rootCause().hasMessage("first");
        assertThatThrownBy(() -> scene.worker.poll()).rootCause().hasMessage("first");
    }

    @Test
    void whereErrorsAreNotToleratedTheTaskStopsAtTheRecordAndNothingAfterItIsHandedOver() {
        Scene strict = Scene.strict();
        strict.cluster.append(P0, OK, UNREADABLE, OK);
        strict.worker.assign(P0);

        assertThatThrownBy(() -> strict.worker.poll())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0, offset 1: can't be read")
                .hasMessageContaining("errors.tolerance is none");
        strict.applies(P0, 0);
        strict.worker.stop();

        assertThat(strict.target.accepted()).extracting(Entry::offset).containsExactly(0L);
        assertThat(strict.committed(P0)).as("that put did not return").isZero();
    }

    @Test
    void whatWasHandedOverBeforeTheRecordThatStopsTheTaskIsWaitedFor() {
        Scene strict = Scene.strict(new Limits(1000, 1_000_000, Duration.ZERO, Duration.ofSeconds(30)));
        strict.cluster.append(P0, OK, UNREADABLE);
        strict.worker.assign(P0);
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            await().until(() -> !strict.target.accepted().isEmpty());
            strict.applies(P0, 0);
        });

        assertThatThrownBy(() -> strict.worker.poll()).hasMessageContaining("offset 1: can't be read");

        assertThat(strict.counts.of(Outcome.APPLIED)).isEqualTo(1);
        assertThat(server).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void aFaultThatTheTargetFindsStopsTheTaskToo() {
        Scene strict = Scene.strict();
        strict.cluster.append(P0, OK, OK);
        strict.worker.assign(P0);
        strict.worker.poll();
        strict.applies(P0, 0);
        strict.findsFault(P0, 1);

        assertThatThrownBy(() -> strict.worker.poll()).hasMessageContaining("offset 1: a column is missing");
        strict.worker.stop();

        assertThat(strict.committed(P0)).isEqualTo(1);
    }

    @Test
    void aFaultThatTheUserWantsToStopAtStopsWhateverIsTolerated() {
        scene.cluster.append(P0, FATAL);
        scene.worker.assign(P0);

        assertThatThrownBy(() -> scene.worker.poll())
                .hasMessageContaining("must stop here")
                .hasMessageContaining("configured to fail here");
        assertThat(scene.reporter.reports()).isEmpty();
    }

    @Test
    void toleranceWithoutAPlaceToReportToStops() {
        ScriptedWorker worker = new ScriptedWorker(
                scene.cluster,
                null,
                context -> new SinkSpine<>(
                        context,
                        Scene::read,
                        scene.target,
                        FaultPolicy.of(Map.of("errors.tolerance", "all"), context),
                        Scene.ROOMY,
                        scene.counts));
        scene.cluster.append(P0, UNREADABLE);
        worker.assign(P0);

        assertThatThrownBy(worker::poll).hasMessageContaining("errors.deadletterqueue.topic.name");
    }
}
