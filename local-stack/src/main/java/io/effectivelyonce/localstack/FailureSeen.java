package io.effectivelyonce.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Notices that a connector or a task of it has failed. The failure must stand for a second: after a repair the worker shows the old
 * state for a moment.
 */
final class FailureSeen {
    private static final Duration STANDING = Duration.ofSeconds(1);

    private final String connector;
    private long since;
    private boolean seen;

    FailureSeen(String connector) {
        this.connector = connector;
    }

    void look(JsonNode status) {
        List<JsonNode> parts = new ArrayList<>(List.of(status.path("connector")));
        status.path("tasks").forEach(parts::add);
        parts.stream()
                .filter(part -> ConnectRest.is(part, "FAILED"))
                .findFirst()
                .ifPresentOrElse(this::failed, () -> seen = false);
    }

    private void failed(JsonNode part) {
        if (!seen) {
            seen = true;
            since = System.nanoTime();
        } else if (System.nanoTime() - since > STANDING.toNanos()) {
            String which = part.has("id") ? "task " + part.get("id") : "the connector";
            throw new RestFailedException(
                    0,
                    connector + ": " + which + " has failed: "
                            + part.path("trace").asText());
        }
    }
}
