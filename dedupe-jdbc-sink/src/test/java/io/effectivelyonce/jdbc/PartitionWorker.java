package io.effectivelyonce.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;

/**
 * A worker's way with one partition: it delivers what a log holds from the committed offset on, commits what the task lets
 * it, and goes back where the task asks it to.
 */
final class PartitionWorker implements AutoCloseable {
    private final TaskRun task;
    private final List<SinkRecord> log;
    private final boolean resetsToLatest;
    private long position;
    private long committed;
    private int rewinds;

    PartitionWorker(Map<String, String> config, List<SinkRecord> log, long committed) {
        this(config, log, committed, false);
    }

    /**
     * A worker over the partition.
     *
     * @param log the records that are still there, in offset order
     * @param resetsToLatest whether an offset that is gone leads to the end of the log, and not to its beginning
     */
    PartitionWorker(Map<String, String> config, List<SinkRecord> log, long committed, boolean resetsToLatest) {
        this.task = TaskRun.start(config);
        this.log = log;
        this.resetsToLatest = resetsToLatest;
        this.position = committed;
        this.committed = committed;
        task.standsAt(committed);
    }

    /** One round of Connect's loop. */
    void poll() {
        if (task.takeCommitRequest()) {
            commit();
        }
        task.takeRewind().ifPresent(this::seek);
        List<SinkRecord> records = log.stream()
                .filter(record -> record.originalKafkaOffset() >= position)
                .toList();
        task.put(records);
        if (!records.isEmpty()) {
            position = end();
        }
    }

    private void seek(long offset) {
        rewinds++;
        committed = offset;
        boolean gone = resetsToLatest && offset < log.get(0).originalKafkaOffset();
        position = gone ? end() : offset;
        task.standsAt(offset);
    }

    void commit() {
        committed = task.committable();
    }

    long end() {
        return log.isEmpty() ? 0 : log.get(log.size() - 1).originalKafkaOffset() + 1;
    }

    long committed() {
        return committed;
    }

    int rewinds() {
        return rewinds;
    }

    TaskRun task() {
        return task;
    }

    /** Polls until everything in the log is committed, and the task wants no more. */
    void settle() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .until(() -> {
                    poll();
                    commit();
                    return committed == end();
                });
    }

    @Override
    public void close() {
        task.close();
    }
}
