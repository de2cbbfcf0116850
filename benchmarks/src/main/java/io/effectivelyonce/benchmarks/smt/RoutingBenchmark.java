package io.effectivelyonce.benchmarks.smt;

import io.debezium.transforms.outbox.EventRouter;
import io.effectivelyonce.outbox.OutboxEventRouter;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One record through a transform, under configurations that both transforms know. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RoutingBenchmark {
    /** What is configured beside the defaults. */
    public enum Work {
        /** Nothing: the payload is a text. */
        PLAIN,
        /** Columns as headers and beside the payload. */
        PLACEMENTS,
        /** The payload with an inferred schema. */
        EXPANSION;

        private Map<String, String> options() {
            return switch (this) {
                case PLAIN -> Map.of();
                case PLACEMENTS ->
                    Map.of("table.fields.additional.placement", "type:header:eventType,version:header,type:envelope");
                case EXPANSION -> Map.of("table.expand.json.payload", "true");
            };
        }
    }

    /** Who does it. */
    public enum Router {
        OURS,
        EVENT_ROUTER
    }

    /** The work of this trial. */
    @Param
    public Work work;

    /** The transform of this trial. */
    @Param
    public Router router;

    private final SourceRecord[] records = OutboxRows.make();
    private Transformation<SourceRecord> transform;
    private int next;

    /** Configures the transform of this trial. */
    @Setup
    public void configure() {
        transform = switch (router) {
            case OURS -> new OutboxEventRouter<>();
            case EVENT_ROUTER -> new EventRouter<>();
        };
        transform.configure(work.options());
    }

    /**
     * Takes the next record. EventRouter adds its header to the incoming record itself, and would copy one more with each time that a record
     * comes round again, so that it is given a copy; the other is given one too, for the same price.
     */
    @Benchmark
    public SourceRecord route() {
        SourceRecord record = records[next++ & (OutboxRows.COUNT - 1)];
        return transform.apply(record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.timestamp(),
                record.headers().duplicate()));
    }
}
