package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.config.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** How operations go into bulk requests, and how often those are tried. */
final class BatchOptions {
    static final String BATCH_SIZE = "batch.size";
    static final String BULK_BYTES = "bulk.size.bytes";
    static final String LINGER = "linger.ms";
    static final String IN_FLIGHT = "max.in.flight.requests";
    static final String BUFFERED = "max.buffered.records";

    static final String BACKOFF = "retry.backoff.ms";
    static final String BACKOFF_MAX = "retry.backoff.max.ms";
    static final String RETRY_TIMEOUT = "retry.timeout.ms";

    private BatchOptions() {}

    static void addTo(ConfigDef definitions) {
        batches(new OptionGroup(definitions, "Batches"));
        retries(new OptionGroup(definitions, "Retries"));
    }

    private static void batches(OptionGroup group) {
        group.add(
                        BATCH_SIZE,
                        ConfigDef.Type.INT,
                        2_000,
                        Range.between(1, 100_000),
                        Importance.MEDIUM,
                        "The most operations in one bulk request.")
                .add(
                        BULK_BYTES,
                        ConfigDef.Type.INT,
                        5 * 1024 * 1024,
                        Range.between(1_024, 100 * 1024 * 1024),
                        Importance.MEDIUM,
                        "The most bytes in one bulk request, a single bigger document excepted. Keep it below the server's"
                                + " http.max_content_length (100 MB by default) and that of proxies.")
                .add(
                        LINGER,
                        ConfigDef.Type.LONG,
                        1L,
                        Range.between(0, 60_000),
                        Importance.LOW,
                        "How long a bulk that is not full waits for more records, in milliseconds. While other bulks are under way it"
                                + " waits up to 25 ms more, for a few large bulks are less work for the server than many small ones.")
                .add(
                        IN_FLIGHT,
                        ConfigDef.Type.INT,
                        5,
                        Range.between(1, 1_000),
                        Importance.MEDIUM,
                        "How many bulk requests a task may have under way at once. That is safe, for each write is guarded by its"
                                + " version; and no document is in two of them, so that what comes in order is written in order."
                                + " Each takes a thread.")
                .add(
                        BUFFERED,
                        ConfigDef.Type.INT,
                        20_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        "How many records without an outcome a task holds before it pauses its partitions; it also pauses them when"
                                + " these take more memory than 2 * (max.in.flight.requests + 1) * bulk.size.bytes, by estimate."
                                + " At least batch.size * max.in.flight.requests, to which the default is raised.");
    }

    private static void retries(OptionGroup group) {
        group.add(
                        BACKOFF,
                        ConfigDef.Type.LONG,
                        100L,
                        Range.between(1, 3_600_000),
                        Importance.LOW,
                        "The first pause before an attempt is repeated, in milliseconds; it doubles each time, with jitter.")
                .add(
                        BACKOFF_MAX,
                        ConfigDef.Type.LONG,
                        30_000L,
                        Range.between(1, 3_600_000),
                        Importance.LOW,
                        "The longest pause between two attempts, in milliseconds.")
                .add(
                        RETRY_TIMEOUT,
                        ConfigDef.Type.LONG,
                        -1L,
                        Range.atLeast(-1),
                        Importance.LOW,
                        "How long attempts may go on without any record getting through before the task fails, in milliseconds;"
                                + " -1 waits for ever. Nothing is lost either way.");
    }
}
