package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.SinkSpine;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** Reads records into operations and hands them to the sender. Started and opened without the server. */
public final class VersionedElasticsearchSinkTask extends SinkTask {
    private SinkSpine<Operation> spine;

    @Override
    public void start(Map<String, String> props) {
        ElasticsearchSinkConfig config = new ElasticsearchSinkConfig(props);
        ConfluentKeys.warnAboutIgnored(props);
        FaultPolicy policy = FaultPolicy.of(props, context);
        OutcomeCounts counts = new OutcomeCounts();
        TaskMetrics metrics = TaskMetrics.of(context);
        counts.showIn(metrics);
        Transport transport = Transport.of(config);
        IndexGate gate = new IndexGate(
                new ServerQuestions(transport, config.connection()),
                config.indexRules(),
                config.connection().credentialsKey(),
                config.compactMaps());
        DocumentReader reader = new DocumentReader(config, gate);
        BulkSender sender = BulkSender.start(transport, gate, config, policy, new BulkMetrics(metrics));
        spine = new SinkSpine<>(context, reader, sender, policy, config.limits(), counts);
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        spine.open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        spine.put(records);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> delivered) {
        return spine.preCommit(delivered);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        spine.close(partitions);
    }

    @Override
    public void stop() {
        if (spine != null) { // Connect also stops a task that failed to start
            spine.stop();
        }
    }

    @Override
    public String version() {
        return PluginVersion.get();
    }
}
