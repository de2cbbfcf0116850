package io.effectivelyonce.elasticsearch;

import java.util.concurrent.atomic.LongAdder;

/** Counts bulk requests, answered or not, with their time on the wire and their bytes on it. */
final class BulkMeter {
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder repeated = new LongAdder();

    void sent(long bytes, long nanos) {
        requests.increment();
        this.bytes.add(bytes);
        this.nanos.add(nanos);
    }

    /** So many operations have to be tried again. */
    void repeated(int operations) {
        repeated.add(operations);
    }

    long requests() {
        return requests.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    long millis() {
        return nanos.sum() / 1_000_000;
    }

    long operationsRepeated() {
        return repeated.sum();
    }
}
