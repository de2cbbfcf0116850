package io.effectivelyonce.spine;

import static io.effectivelyonce.spine.Scene.FILTERED;
import static io.effectivelyonce.spine.Scene.OK;
import static io.effectivelyonce.spine.Scene.P0;
import static io.effectivelyonce.spine.Scene.P1;
import static io.effectivelyonce.spine.Scene.P2;
import static io.effectivelyonce.spine.Scene.UNREADABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A life of a task, step by step, beside the simplest model of what must hold: the set of offsets that have an outcome. A
 * commit may never pass an offset outside that set.
 *
 * <p>The model is strict: what the server seals for an assignment that has ended doesn't count, the record must come again.
 */
final class Interleaving {
    enum Kind {
        APPEND,
        POLL,
        SETTLE,
        FIND_FAULT,
        REPORT_COMPLETES,
        REPORT_FAILS,
        ASSIGN,
        REVOKE,
        LOSE,
        REBALANCE_EAGERLY,
        COMMIT,
        COMMIT_IN_VAIN,
        CONNECT_GOES_BACK,
        SERVER_FORGETS,
        ANOTHER_TASK_WORKS,
        STOP,
        CRASH
    }

    record Step(Kind kind, int place, int pick) {}

    private static final List<TopicPartition> PARTITIONS = List.of(P0, P1, P2);
    private static final Outcome[] SEALED = {Outcome.APPLIED, Outcome.DUPLICATE, Outcome.STALE, Outcome.FILTERED};
    private static final int ROUNDS_TO_THE_END = 500;

    private final Scene scene = Scene.tolerant(Scene.room(4));
    private final Map<TopicPartition, Set<Long>> withOutcome = new HashMap<>();
    private final List<Entry<String>> open = new ArrayList<>();
    private final List<ScriptedReporter.Report> onTheirWay = new ArrayList<>();
    private final Map<TopicPartition, Long> lastCommitted = new HashMap<>();
    private int acceptedBefore;
    private int reportedBefore;

    Interleaving() {
        for (TopicPartition partition : PARTITIONS) {
            withOutcome.put(partition, new HashSet<>());
            lastCommitted.put(partition, 0L);
        }
    }

    void run(List<Step> script) {
        for (Step step : script) {
            take(step);
            noticeNews();
            demandThatNoCommitPassedAnOpenRecord(step);
        }
    }

    /** Lets everything settle, and demands that every record had its outcome and the offsets are the ends. */
    void runToTheEnd() {
        for (int round = 0; round < ROUNDS_TO_THE_END && !complete(); round++) {
            PARTITIONS.forEach(this::assign);
            survive(() -> scene.worker.poll(2));
            noticeNews();
            List.copyOf(open).forEach(entry -> settle(entry, Outcome.APPLIED));
            List.copyOf(onTheirWay).forEach(this::completes);
            scene.worker.commit();
            demandThatNoCommitPassedAnOpenRecord(round);
        }
        for (TopicPartition partition : PARTITIONS) {
            assertThat(firstWithoutOutcome(partition))
                    .as("first record of %s without an outcome", partition)
                    .isEqualTo(scene.cluster.end(partition));
            assertThat(scene.committed(partition))
                    .as("committed offset of %s", partition)
                    .isEqualTo(scene.cluster.end(partition));
        }
    }

    private void take(Step step) {
        TopicPartition partition = PARTITIONS.get(step.place() % PARTITIONS.size());
        boolean ours = scene.worker.assignment().contains(partition);
        switch (step.kind()) {
            case APPEND -> append(partition, step.pick());
            case POLL -> survive(() -> scene.worker.poll(step.pick() % 5));
            case SETTLE -> {
                if (!open.isEmpty()) {
                    settle(open.get(step.pick() % open.size()), SEALED[step.place() % SEALED.length]);
                }
            }
            case FIND_FAULT -> {
                if (!open.isEmpty()) {
                    scene.target.findsFault(
                            open.remove(step.pick() % open.size()), new RecordFault("a column is missing"));
                }
            }
            case REPORT_COMPLETES -> {
                if (!onTheirWay.isEmpty()) {
                    completes(onTheirWay.get(step.pick() % onTheirWay.size()));
                }
            }
            case REPORT_FAILS -> {
                if (!onTheirWay.isEmpty()) {
                    onTheirWay.remove(step.pick() % onTheirWay.size()).fails(new TimeoutException("no broker"));
                }
            }
            case ASSIGN -> assign(partition);
            case REVOKE -> {
                if (ours) {
                    scene.worker.revoke(partition);
                }
            }
            case LOSE -> {
                if (ours) {
                    scene.worker.lose(partition);
                }
            }
            case REBALANCE_EAGERLY -> rebalanceEagerly();
            case COMMIT -> scene.worker.commit();
            case COMMIT_IN_VAIN -> scene.worker.commitInVain();
            case CONNECT_GOES_BACK -> scene.worker.goBackToLastCommitted();
            case SERVER_FORGETS -> {
                if (ours) {
                    serverForgets(partition, step.pick());
                }
            }
            case ANOTHER_TASK_WORKS -> {
                if (!ours) {
                    anotherTaskWorks(partition, step.pick());
                }
            }
            case STOP -> {
                scene.worker.stop();
                startAnew();
            }
            case CRASH -> startAnew();
        }
    }

    private void append(TopicPartition partition, int pick) {
        long offset = scene.cluster.end(partition);
        switch (pick % 8) {
            case 0 -> {
                scene.cluster.append(partition, FILTERED);
                withOutcome.get(partition).add(offset);
            }
            case 1 -> {
                scene.cluster.appendDroppedByConnect(partition);
                withOutcome.get(partition).add(offset);
            }
            case 2 -> scene.cluster.append(partition, UNREADABLE);
            case 3, 4 -> scene.cluster.appendUnderAnotherTopic(partition, "renamed", OK);
            default -> scene.cluster.append(partition, OK);
        }
    }

    private void settle(Entry<String> entry, Outcome outcome) {
        open.remove(entry);
        scene.target.settles(entry, outcome);
        if (entry.slot().living()) {
            withOutcome.get(entry.slot().partition()).add(entry.offset());
        }
    }

    private void completes(ScriptedReporter.Report report) {
        onTheirWay.remove(report);
        report.completes();
        withOutcome
                .get(new TopicPartition(
                        report.record().originalTopic(), report.record().originalKafkaPartition()))
                .add(report.record().originalKafkaOffset());
    }

    private void assign(TopicPartition partition) {
        if (!scene.worker.assignment().contains(partition)) {
            scene.worker.assign(partition);
            noticeWhatTheServerForgotBefore(partition);
        }
    }

    private void rebalanceEagerly() {
        TopicPartition[] all = scene.worker.assignment().toArray(TopicPartition[]::new);
        scene.worker.revokeAndAssignAgain(all);
        for (TopicPartition partition : all) {
            noticeWhatTheServerForgotBefore(partition);
        }
    }

    /**
     * The server loses its latest commits; the target learns of it and tells the next put. Nothing is left to commit in
     * between: until it is told, the task rightly trusts what was sealed.
     */
    private void serverForgets(TopicPartition partition, int pick) {
        if (!survive(() -> scene.worker.poll(0))) {
            return;
        }
        scene.worker.commit();
        demandThatNoCommitPassedAnOpenRecord("the commit before the server forgets");
        long offset = pick % (Math.min(scene.committed(partition), firstWithoutOutcome(partition)) + 1);
        if (offset == scene.committed(partition)) {
            return; // nothing that Kafka was told of is lost: the server has nothing to find
        }
        withOutcome.get(partition).removeIf(one -> one >= offset && needsAnOutcome(partition, one));
        scene.target.forgetsFrom(partition, offset);
        survive(() -> scene.worker.poll(pick % 3));
    }

    /** A target that meets a partition compares what the server remembers with where the task begins. */
    private void noticeWhatTheServerForgotBefore(TopicPartition partition) {
        long remembered = firstWithoutOutcome(partition);
        if (remembered < scene.committed(partition)) {
            scene.target.forgotBefore(partition, remembered);
        }
    }

    private void anotherTaskWorks(TopicPartition partition, int pick) {
        long from = Math.min(scene.committed(partition), firstWithoutOutcome(partition));
        long to = Math.min(scene.cluster.end(partition), from + pick % 4);
        for (long offset = from; offset < to; offset++) {
            withOutcome.get(partition).add(offset);
        }
        scene.cluster.commit(partition, to);
    }

    /** A put that throws ends the task: Connect commits once more, and somebody starts it again. */
    private boolean survive(Runnable poll) {
        try {
            poll.run();
            return true;
        } catch (ConnectException e) {
            noticeNews();
            scene.worker.stop();
            startAnew();
            return false;
        }
    }

    private void startAnew() {
        scene.startTask();
        open.clear();
        acceptedBefore = 0;
        PARTITIONS.forEach(this::assign);
    }

    private void noticeNews() {
        List<Entry<String>> accepted = scene.target.accepted();
        open.addAll(accepted.subList(acceptedBefore, accepted.size()));
        acceptedBefore = accepted.size();
        List<ScriptedReporter.Report> reports = scene.reporter.reports();
        onTheirWay.addAll(reports.subList(reportedBefore, reports.size()));
        reportedBefore = reports.size();
    }

    private boolean needsAnOutcome(TopicPartition partition, long offset) {
        SinkRecord record = scene.cluster.log(partition).get((int) offset);
        return record != null && !record.value().equals(FILTERED);
    }

    private long firstWithoutOutcome(TopicPartition partition) {
        long offset = 0;
        while (withOutcome.get(partition).contains(offset)) {
            offset++;
        }
        return offset;
    }

    private boolean complete() {
        return PARTITIONS.stream()
                .allMatch(partition -> scene.committed(partition) == scene.cluster.end(partition)
                        && firstWithoutOutcome(partition) == scene.cluster.end(partition));
    }

    private void demandThatNoCommitPassedAnOpenRecord(Object when) {
        for (TopicPartition partition : PARTITIONS) {
            long committed = scene.committed(partition);
            if (committed != lastCommitted.put(partition, committed)) {
                assertThat(committed)
                        .as("committed offset of %s after %s", partition, when)
                        .isLessThanOrEqualTo(firstWithoutOutcome(partition));
            }
        }
    }
}
