package io.effectivelyonce.benchmarks.latency;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.IntStream;

/** How long events took from one place to another, in milliseconds. */
record Delay(double median, double ninetyNine, int events) {

    /** Over the events that were seen at both places. */
    static Delay between(Sightings there, Sightings here) {
        double[] sorted = IntStream.range(0, here.events())
                .filter(event -> there.has(event) && here.has(event))
                .mapToDouble(event -> here.millisAfter(there, event))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            throw new IllegalStateException("No event was seen at both places");
        }
        return new Delay(at(sorted, 0.5), at(sorted, 0.99), sorted.length);
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    void writeTo(ObjectNode json) {
        json.put("p50_ms", median).put("p99_ms", ninetyNine).put("events", events);
    }
}
