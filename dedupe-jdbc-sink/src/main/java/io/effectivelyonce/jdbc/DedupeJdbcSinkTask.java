package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Limits;
import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.SinkSpine;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task of {@link DedupeJdbcSinkConnector}. Starting it needs no database: it connects when there is something to write. */
public final class DedupeJdbcSinkTask extends SinkTask {
    private static final Logger LOG = LoggerFactory.getLogger(DedupeJdbcSinkTask.class);

    /** One batch at the database and one that gathers meanwhile. */
    static final int BATCHES_HELD = 2;

    private static final long BYTES_HELD = 64L << 20;

    private boolean readable = true;
    private DatabaseTarget target;
    private SinkSpine<JdbcEvent> spine;

    @Override
    public String version() {
        return DedupeJdbcSinkConnector.manifestVersion();
    }

    @Override
    public void start(Map<String, String> props) {
        JdbcSinkConfig config = JdbcSinkConfig.of(JdbcSinkOptions.set(props));
        if (props.containsKey(WritingOptions.MAX_RETRIES)) {
            LOG.warn(
                    "{} is ignored: outages are bounded by time, see {}",
                    WritingOptions.MAX_RETRIES,
                    WritingOptions.RETRY_TIMEOUT);
        }
        Limits limits = Limits.of(BATCHES_HELD * config.batchSize(), BYTES_HELD);
        FaultPolicy policy = FaultPolicy.of(props, context);
        OutcomeCounts counts = new OutcomeCounts();
        TaskMetrics metrics = TaskMetrics.of(context);
        counts.showIn(metrics);
        JdbcEventReader reader = new JdbcEventReader(config);
        target = DatabaseTarget.start(config, policy, props.getOrDefault("name", "task"), new WritingMetrics(metrics));
        spine = new SinkSpine<>(context, reader, target, policy, limits, counts);
    }

    /** Connect resolves config providers anew each time: a password that was rotated is there without a restart. */
    private void readCredentialsAgain() {
        if (!target.refused()) {
            return;
        }
        try {
            target.connectAs(
                    JdbcSinkConfig.of(JdbcSinkOptions.set(context.configs())).connection());
            readable = true;
        } catch (RuntimeException e) {
            if (readable) {
                // Its message might hold what was resolved.
                LOG.warn(
                        "The configuration could not be read again ({}); the task goes on with what it has",
                        e.getClass().getName());
            }
            readable = false;
        }
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        spine.open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        readCredentialsAgain();
        spine.put(records);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        return spine.preCommit(offsets);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        spine.close(partitions);
    }

    /** Also called when starting has failed. */
    @Override
    public void stop() {
        if (spine != null) {
            spine.stop();
        }
    }
}
