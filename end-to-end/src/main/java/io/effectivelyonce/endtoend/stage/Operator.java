package io.effectivelyonce.endtoend.stage;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.endtoend.Limit;
import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.RestFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Restarts what has failed, as the automatic restart of a platform does. The source connectors aren't ours, and may fail when their
 * database is gone; a sink that fails has broken the law that an outage is waited out, and is written down.
 */
final class Operator {
    private static final Limit RECOVERY = Limit.ofSeconds(120);
    /** After a restart the workers show the old state for a moment. */
    private static final Duration SETTLING = Duration.ofSeconds(3);
    /** Two workers that part and meet again may write a connector's states in the wrong order: it runs, and is shown as unassigned. */
    private static final Duration UNASSIGNED = Duration.ofSeconds(8);

    private final Supplier<ConnectRest> rest;
    private final Set<String> sources;
    private final List<String> failedSinks = new ArrayList<>();
    private final Map<String, Long> lastRestarts = new HashMap<>();
    private final Map<String, Long> unassignedSince = new HashMap<>();
    private int restarts;

    Operator(Supplier<ConnectRest> rest, Set<String> sources) {
        this.rest = rest;
        this.sources = sources;
    }

    /** Waits until every connector runs with all its tasks. */
    void awaitRunning() {
        List<String> missing = new ArrayList<>();
        RECOVERY.await(
                () -> {
                    missing.clear();
                    rest.get().connectors().forEach(name -> look(name, missing));
                    return missing.isEmpty();
                },
                () -> "not running: " + String.join(", ", missing));
    }

    private void look(String name, List<String> missing) {
        JsonNode status;
        try {
            status = rest.get().status(name);
        } catch (RestFailedException e) {
            // deleted meanwhile, or so new that nobody has written its status
            missing.add(name + " has no status");
            return;
        }
        List<JsonNode> parts = new ArrayList<>(List.of(status.path("connector")));
        status.path("tasks").forEach(parts::add);
        if (parts.size() == 1) {
            missing.add(name + " has no tasks");
        }
        for (JsonNode part : parts) {
            String state = part.path("state").asText();
            if (!state.equals("RUNNING")) {
                missing.add(name + " " + part.path("id").asText() + " is " + state);
            }
            if (state.equals("FAILED")) {
                restart(name, part);
            }
            settle(name, part.path("id").asText(), state);
        }
    }

    private void settle(String name, String part, String state) {
        String place = name + " " + part;
        if (!state.equals("UNASSIGNED")) {
            unassignedSince.remove(place);
        } else if (System.nanoTime() - unassignedSince.computeIfAbsent(place, each -> System.nanoTime())
                > UNASSIGNED.toNanos()) {
            unassignedSince.remove(place);
            restarts++;
            rest.get().restart(name);
        }
    }

    private void restart(String name, JsonNode part) {
        Long before = lastRestarts.get(name);
        if (before != null && System.nanoTime() - before < SETTLING.toNanos()) {
            return;
        }
        lastRestarts.put(name, System.nanoTime());
        restarts++;
        if (!sources.contains(name)) {
            failedSinks.add(name + ": "
                    + part.path("trace").asText().lines().findFirst().orElse("no trace"));
        }
        rest.get().restartFailed(name);
    }

    /** Whether a task of a sink is this worker's, or was and nobody has taken it over. */
    boolean hasTasksOn(String worker) {
        return rest.get().connectors().stream()
                .filter(name -> !sources.contains(name))
                .anyMatch(name -> hasTaskOn(name, worker));
    }

    private boolean hasTaskOn(String name, String worker) {
        for (JsonNode task : rest.get().status(name).path("tasks")) {
            if (task.path("worker_id").asText().equals(worker)) {
                return true;
            }
        }
        return false;
    }

    /** How often something that had failed was restarted. */
    int restarts() {
        return restarts;
    }

    /** The failures of sinks, which must not be. */
    List<String> failedSinks() {
        return List.copyOf(failedSinks);
    }
}
