package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** A task between a scripted worker and a scripted target. Values decide what the reader makes of a record. */
final class Scene {
    static final TopicPartition P0 = new TopicPartition("orders", 0);
    static final TopicPartition P1 = new TopicPartition("orders", 1);
    static final TopicPartition P2 = new TopicPartition("orders", 2);

    static final String OK = "ok";
    static final String FILTERED = "filtered";
    static final String UNREADABLE = "unreadable";
    static final String FATAL = "fatal";
    static final String BUG = "bug";

    /** Short, for most scripts settle nothing by themselves. */
    static final Duration CLOSE = Duration.ofMillis(20);

    static final Limits ROOMY = new Limits(1000, 1_000_000, Duration.ZERO, CLOSE);

    final ScriptedCluster cluster = new ScriptedCluster();
    final ScriptedReporter reporter = new ScriptedReporter();
    private final Limits limits;
    private final Map<String, String> config;
    ScriptedTarget target;
    OutcomeCounts counts;
    ScriptedWorker worker;

    private Scene(Limits limits, Map<String, String> config) {
        this.limits = limits;
        this.config = config;
        startTask();
    }

    /** Errors are tolerated and reported. */
    static Scene tolerant() {
        return tolerant(ROOMY);
    }

    static Scene tolerant(Limits limits) {
        return new Scene(limits, Map.of("errors.tolerance", "all"));
    }

    static Scene strict() {
        return strict(ROOMY);
    }

    static Scene strict(Limits limits) {
        return new Scene(limits, Map.of());
    }

    static Limits room(int records) {
        return new Limits(records, 1_000_000, Duration.ZERO, CLOSE);
    }

    /** A new task, as after a crash or a restart: nothing is kept but the cluster and the dead letter queue. */
    void startTask() {
        target = new ScriptedTarget();
        counts = new OutcomeCounts();
        worker = new ScriptedWorker(
                cluster,
                reporter,
                context ->
                        new SinkSpine<>(context, Scene::read, target, FaultPolicy.of(config, context), limits, counts));
    }

    static EventReader.Reading<String> read(SinkRecord record) {
        String value = (String) record.value();
        return switch (value) {
            case FILTERED -> new EventReader.Filtered<>();
            case UNREADABLE -> throw new RecordFault("can't be read");
            case FATAL -> throw new RecordFault(RecordFault.Reaction.FAIL, "must stop here");
            case BUG -> throw new IllegalStateException("a mistake in the reader");
            default -> new EventReader.Event<>(value, value.length());
        };
    }

    void applies(TopicPartition partition, long... offsets) {
        for (long offset : offsets) {
            target.settles(target.entry(partition, offset), Outcome.APPLIED);
        }
    }

    void findsFault(TopicPartition partition, long offset) {
        target.findsFault(target.entry(partition, offset), new RecordFault("a column is missing"));
    }

    long committed(TopicPartition partition) {
        return cluster.committed(partition);
    }
}
