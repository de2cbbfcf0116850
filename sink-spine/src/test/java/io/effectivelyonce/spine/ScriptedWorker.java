package io.effectivelyonce.spine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.IllegalWorkerStateException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Drives a spine in the steps in which Connect 3.9 to 4.3 drives a sink task, one step at a time, so that a test decides what
 * comes between two of them. In one thing it is harsher: it never waits for dead letter reports before it asks for offsets.
 */
final class ScriptedWorker {
    private final ScriptedCluster cluster;
    private final ErrantRecordReporter reporter;
    private final Thread taskThread = Thread.currentThread();
    private final Set<TopicPartition> assignment = new LinkedHashSet<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Set<TopicPartition> pausedAtConsumer = new HashSet<>();
    private final Set<TopicPartition> pausedByTask = new HashSet<>();
    private final Map<TopicPartition, Long> requestedRewinds = new HashMap<>();
    private final Map<TopicPartition, Long> fetched = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> currentOffsets = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> lastCommitted = new HashMap<>();
    private final SinkSpine<String> spine;
    private long timeout = -1;
    private boolean commitRequested;
    private RuntimeException pauseRefusal;

    ScriptedWorker(
            ScriptedCluster cluster,
            ErrantRecordReporter reporter,
            Function<SinkTaskContext, SinkSpine<String>> startTask) {
        this.cluster = cluster;
        this.reporter = reporter;
        this.spine = startTask.apply(new Context());
    }

    /** A rebalance gives partitions to the task; what the task had paused before and still has stays paused. */
    void assign(TopicPartition... partitions) {
        beginPoll();
        handOut(List.of(partitions));
    }

    /** A rebalance takes partitions away: offsets are asked for, the task closes, offsets are committed. */
    void revoke(TopicPartition... partitions) {
        beginPoll();
        closeAndCommit(List.of(partitions));
        takeAway(List.of(partitions));
    }

    /** An eager rebalance that takes partitions away and hands them back at once. */
    void revokeAndAssignAgain(TopicPartition... partitions) {
        beginPoll();
        closeAndCommit(List.of(partitions));
        takeAway(List.of(partitions));
        handOut(List.of(partitions));
    }

    /** The group has given the partitions to somebody else already: the task closes, and no offset is asked for. */
    void lose(TopicPartition... partitions) {
        beginPoll();
        spine.close(List.of(partitions));
        currentOffsets.keySet().removeAll(List.of(partitions));
        fetched.keySet().removeAll(List.of(partitions));
        takeAway(List.of(partitions));
    }

    /** Connect looks for a requested commit first, and goes back where it was asked to right before it polls. */
    private void beginPoll() {
        if (commitRequested) {
            commit();
        }
        rewind();
    }

    private void handOut(Collection<TopicPartition> partitions) {
        assignment.addAll(partitions);
        for (TopicPartition partition : partitions) {
            positions.put(partition, cluster.committed(partition));
            lastCommitted.put(partition, new OffsetAndMetadata(positions.get(partition)));
            currentOffsets.put(partition, new OffsetAndMetadata(positions.get(partition)));
        }
        pausedByTask.retainAll(assignment);
        pausedAtConsumer.addAll(pausedByTask);
        spine.open(partitions);
        rewind();
    }

    private void takeAway(Collection<TopicPartition> partitions) {
        lastCommitted.keySet().removeAll(partitions);
        assignment.removeAll(partitions);
        positions.keySet().removeAll(partitions);
        pausedAtConsumer.removeAll(partitions);
    }

    /** Polls all there is. */
    void poll() {
        poll(Integer.MAX_VALUE);
    }

    /** One poll of at most this many records, and the put that follows it, with or without records. */
    void poll(int atMost) {
        beginPoll();
        timeout = -1;
        List<SinkRecord> batch = new ArrayList<>();
        for (TopicPartition partition : assignment) {
            while (!pausedAtConsumer.contains(partition)
                    && batch.size() < atMost
                    && positions.get(partition) < cluster.end(partition)) {
                long offset = positions.get(partition);
                SinkRecord record = cluster.log(partition).get((int) offset);
                if (record != null) {
                    batch.add(record);
                }
                positions.put(partition, offset + 1);
                fetched.put(partition, offset + 1);
            }
        }
        try {
            spine.put(batch);
        } catch (RetriableException e) {
            throw new AssertionError("Connect would deliver again what the ledger owns", e);
        }
        fetched.forEach((partition, next) -> currentOffsets.put(partition, new OffsetAndMetadata(next)));
        fetched.clear();
    }

    /** The periodic commit. */
    void commit() {
        commit(assignment);
    }

    /** The periodic commit, of which the broker learns nothing. */
    void commitInVain() {
        spine.preCommit(offered(assignment));
    }

    /** As if the task's own preCommit had thrown: Connect goes back to what it committed last. */
    void goBackToLastCommitted() {
        spine.preCommit(offered(assignment));
        for (TopicPartition partition : assignment) {
            positions.put(partition, lastCommitted.get(partition).offset());
            currentOffsets.put(partition, lastCommitted.get(partition));
        }
    }

    /** What the task answers to a commit, without the commit. */
    Map<TopicPartition, OffsetAndMetadata> preCommit() {
        return spine.preCommit(offered(assignment));
    }

    /** The last commit, which also names partitions that were revoked before, and the end of the task. */
    void stop() {
        closeAndCommit(currentOffsets.keySet());
        spine.stop();
    }

    /** What the last commit of a stop would be asked for. */
    Map<TopicPartition, OffsetAndMetadata> offeredAtStop() {
        return offered(currentOffsets.keySet());
    }

    SinkSpine<String> spine() {
        return spine;
    }

    private void closeAndCommit(Collection<TopicPartition> partitions) {
        List<TopicPartition> closing = List.copyOf(partitions);
        Map<TopicPartition, OffsetAndMetadata> offered = offered(closing);
        Map<TopicPartition, OffsetAndMetadata> answer;
        try {
            answer = spine.preCommit(offered);
        } finally {
            spine.close(closing);
        }
        commitAnswer(offered, answer);
    }

    private void commit(Collection<TopicPartition> partitions) {
        commitRequested = false;
        Map<TopicPartition, OffsetAndMetadata> offered = offered(partitions);
        commitAnswer(offered, spine.preCommit(new HashMap<>(offered)));
    }

    private Map<TopicPartition, OffsetAndMetadata> offered(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> offered = new HashMap<>(currentOffsets);
        offered.keySet().retainAll(new HashSet<>(partitions));
        return offered;
    }

    /** Higher than current is ignored, lower is committed backwards, what is left out keeps its last value. */
    private void commitAnswer(
            Map<TopicPartition, OffsetAndMetadata> offered, Map<TopicPartition, OffsetAndMetadata> answer) {
        answer.forEach((partition, offset) -> {
            if (offered.containsKey(partition)
                    && lastCommitted.containsKey(partition)
                    && offset.offset() <= offered.get(partition).offset()
                    && !offset.equals(lastCommitted.get(partition))) {
                lastCommitted.put(partition, offset);
                cluster.commit(partition, offset.offset());
            }
        });
    }

    private void rewind() {
        requestedRewinds.forEach((partition, offset) -> {
            positions.put(partition, offset);
            lastCommitted.put(partition, new OffsetAndMetadata(offset));
            currentOffsets.put(partition, new OffsetAndMetadata(offset));
        });
        requestedRewinds.clear();
    }

    Set<TopicPartition> assignment() {
        return Set.copyOf(assignment);
    }

    Set<TopicPartition> paused() {
        return Set.copyOf(pausedAtConsumer);
    }

    /** How long Connect would poll at most, or -1 for until the next commit. */
    long timeout() {
        return timeout;
    }

    boolean commitRequested() {
        return commitRequested;
    }

    void refusesToPauseWith(RuntimeException why) {
        pauseRefusal = why;
    }

    private final class Context implements SinkTaskContext {
        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {
            onTaskThread();
            requestedRewinds.putAll(offsets);
        }

        @Override
        public void offset(TopicPartition partition, long offset) {
            onTaskThread();
            requestedRewinds.put(partition, offset);
        }

        @Override
        public void timeout(long millis) {
            onTaskThread();
            timeout = millis;
        }

        @Override
        public Set<TopicPartition> assignment() {
            return Set.copyOf(assignment);
        }

        @Override
        public void pause(TopicPartition... partitions) {
            demandAssigned(partitions);
            if (pauseRefusal != null) {
                throw pauseRefusal;
            }
            pausedByTask.addAll(List.of(partitions));
            pausedAtConsumer.addAll(List.of(partitions));
        }

        @Override
        public void resume(TopicPartition... partitions) {
            demandAssigned(partitions);
            List.of(partitions).forEach(pausedByTask::remove);
            List.of(partitions).forEach(pausedAtConsumer::remove);
        }

        @Override
        public void requestCommit() {
            onTaskThread();
            commitRequested = true;
        }

        @Override
        public ErrantRecordReporter errantRecordReporter() {
            return reporter == null
                    ? null
                    : (record, error) -> {
                        onTaskThread();
                        return reporter.report(record, error);
                    };
        }

        @Override
        public PluginMetrics pluginMetrics() {
            throw new UnsupportedOperationException("the spine registers no metrics by itself");
        }

        private void demandAssigned(TopicPartition... partitions) {
            onTaskThread();
            if (!assignment.containsAll(List.of(partitions))) {
                throw new IllegalWorkerStateException("not assigned: " + List.of(partitions));
            }
        }

        private void onTaskThread() {
            if (Thread.currentThread() != taskThread) {
                throw new AssertionError("the context was touched by " + Thread.currentThread());
            }
        }
    }
}
