package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/** Sees to it that nobody waits for a connector that has failed. */
final class Health {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Pipeline pipeline;
    private long next = System.nanoTime();

    Health(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Looks at every connector, at most once a second.
     *
     * @throws IllegalStateException with the trace, if one of them or of their tasks has failed
     */
    void requireNoFailure() {
        if (System.nanoTime() - next < 0) {
            return;
        }
        next = System.nanoTime() + PAUSE.toNanos();
        for (Connector connector : Connector.values()) {
            JsonNode status = pipeline.rest().status(connector.title());
            requireNoFailure(connector, status.path("connector"));
            status.path("tasks").forEach(task -> requireNoFailure(connector, task));
        }
    }

    private static void requireNoFailure(Connector connector, JsonNode part) {
        if ("FAILED".equals(part.path("state").asText())) {
            throw new IllegalStateException(
                    connector.title() + " has failed: " + part.path("trace").asText());
        }
    }
}
