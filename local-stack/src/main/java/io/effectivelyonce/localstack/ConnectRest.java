package io.effectivelyonce.localstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The REST interface of a Connect worker. A worker that is coming up or whose cluster is rebalancing is asked again for up to a
 * minute; every other refusal is a {@link RestFailedException} at once.
 */
public final class ConnectRest {
    private static final Duration CHANGE = Duration.ofSeconds(60);

    private final RestClient client;

    ConnectRest(String url, Door door) {
        this.client = new RestClient(url, door);
    }

    /** Creates the connector of a JSON document {@code {"name": ..., "config": {...}}}, or gives it that configuration; returns the name. */
    public String put(String document) {
        JsonNode read = parse(document);
        String name = read.path("name").asText();
        if (name.isEmpty() || !read.path("config").isObject()) {
            throw new IllegalArgumentException("A connector's document has a name and a config: " + read.fieldNames());
        }
        client.ask("PUT", connector(name) + "/config", read.get("config"));
        return name;
    }

    /** Creates the connector or gives it this configuration. */
    public void put(String name, Map<String, String> config) {
        client.ask("PUT", connector(name) + "/config", config);
    }

    /**
     * Waits until the connector and every one of its tasks run, and there is at least one task.
     *
     * @throws RestFailedException with the trace if one of them has failed, without waiting for the limit; or after the limit
     */
    public void awaitRunning(String name, Duration limit) {
        await(name, "RUNNING", limit);
    }

    /** The connector's status as the worker tells it. */
    public JsonNode status(String name) {
        return client.ask("GET", connector(name) + "/status", null);
    }

    /** Pauses the connector and waits until it and its tasks are. */
    public void pause(String name) {
        client.ask("PUT", connector(name) + "/pause", null);
        await(name, "PAUSED", CHANGE);
    }

    /** Lets a paused or stopped connector go on and waits until it and its tasks run. */
    public void resume(String name) {
        client.ask("PUT", connector(name) + "/resume", null);
        awaitRunning(name, CHANGE);
    }

    /** Stops the connector and waits until it is and has no tasks left. */
    public void stop(String name) {
        client.ask("PUT", connector(name) + "/stop", null);
        boolean stopped = Wait.until(CHANGE, () -> {
            JsonNode status = status(name);
            return is(status.path("connector"), "STOPPED")
                    && status.path("tasks").isEmpty();
        });
        if (!stopped) {
            throw new RestFailedException(0, name + " is not stopped: " + status(name));
        }
    }

    /** Restarts the connector and all its tasks. */
    public void restart(String name) {
        client.ask("POST", connector(name) + "/restart?includeTasks=true&onlyFailed=false", null);
    }

    /** Restarts the connector and those of its tasks that have failed. */
    public void restartFailed(String name) {
        client.ask("POST", connector(name) + "/restart?includeTasks=true&onlyFailed=true", null);
    }

    /** Deletes the connector. */
    public void delete(String name) {
        client.ask("DELETE", connector(name), null);
    }

    /** The names of all connectors. */
    public List<String> connectors() {
        List<String> names = new ArrayList<>();
        client.ask("GET", "/connectors", null).forEach(name -> names.add(name.asText()));
        return names;
    }

    /** The offsets that the connector has committed, in the form that {@link #alterOffsets} takes. */
    public JsonNode offsets(String name) {
        return client.ask("GET", connector(name) + "/offsets", null);
    }

    /** Sets offsets of a stopped connector: {@code {"offsets": [{"partition": {...}, "offset": {...}}]}}. */
    public void alterOffsets(String name, String offsets) {
        client.ask("PATCH", connector(name) + "/offsets", offsets, ConnectRest::isStillActive);
    }

    /** Forgets the offsets of a stopped connector, so that it begins again. */
    public void resetOffsets(String name) {
        client.ask("DELETE", connector(name) + "/offsets", null, ConnectRest::isStillActive);
    }

    /**
     * Validates a configuration.
     *
     * @return the errors by key; empty if there is none
     */
    public Map<String, List<String>> validate(String connectorClass, Map<String, String> config) {
        Map<String, List<String>> errors = new TreeMap<>();
        for (JsonNode each : validation(connectorClass, config)) {
            JsonNode value = each.path("value");
            List<String> found = new ArrayList<>();
            value.path("errors").forEach(error -> found.add(error.asText()));
            if (!found.isEmpty()) {
                errors.put(value.path("name").asText(), found);
            }
        }
        return errors;
    }

    /**
     * The options that Connect shows for a configuration, each with its definition as a form would show it.
     *
     * @return the definitions by key
     */
    public Map<String, JsonNode> definitions(String connectorClass, Map<String, String> config) {
        Map<String, JsonNode> definitions = new TreeMap<>();
        for (JsonNode each : validation(connectorClass, config)) {
            definitions.put(each.path("definition").path("name").asText(), each.path("definition"));
        }
        return definitions;
    }

    private JsonNode validation(String connectorClass, Map<String, String> config) {
        Map<String, String> whole = new LinkedHashMap<>(config);
        whole.put("connector.class", connectorClass);
        return client.ask("PUT", "/connector-plugins/" + connectorClass + "/config/validate", whole)
                .path("configs");
    }

    /** The version of the worker. */
    public String version() {
        return client.ask("GET", "/", null).path("version").asText();
    }

    /** Every plugin of the worker, transforms and converters included, with class, type and version. */
    public JsonNode plugins() {
        return client.ask("GET", "/connector-plugins?connectorsOnly=false", null);
    }

    void requireHealthy() throws IOException {
        HttpResponse<String> answer = client.send("GET", "/health", null);
        if (answer.statusCode() != 200) {
            throw new IOException("/health answers " + answer.statusCode() + ": " + answer.body());
        }
    }

    private void await(String name, String state, Duration limit) {
        FailureSeen failure = new FailureSeen(name);
        boolean reached = Wait.until(limit, () -> {
            JsonNode status = statusIfKnown(name);
            failure.look(status);
            JsonNode tasks = status.path("tasks");
            return is(status.path("connector"), state) && !tasks.isEmpty() && allAre(tasks, state);
        });
        if (!reached) {
            throw new RestFailedException(
                    0, name + " is not " + state + " after " + limit + ": " + statusIfKnown(name));
        }
    }

    /** A connector that was just created has no status until the worker that got it has written one. */
    private JsonNode statusIfKnown(String name) {
        try {
            return status(name);
        } catch (RestFailedException e) {
            if (e.status() == 404) {
                return client.json().createObjectNode();
            }
            throw e;
        }
    }

    private static boolean allAre(JsonNode tasks, String state) {
        for (JsonNode task : tasks) {
            if (!is(task, state)) {
                return false;
            }
        }
        return true;
    }

    static boolean is(JsonNode part, String state) {
        return state.equals(part.path("state").asText());
    }

    /**
     * A stopped sink's consumers stay members of their group until they have left it or are missed; until then the broker refuses to
     * change their offsets, and the worker passes that on.
     */
    private static boolean isStillActive(HttpResponse<String> answer) {
        return RestClient.isUndecided(answer) || answer.body().contains("haven't stopped completely");
    }

    private JsonNode parse(String document) {
        try {
            return client.json().readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a JSON document: " + e.getOriginalMessage(), e);
        }
    }

    private static String connector(String name) {
        return "/connectors/" + name;
    }
}
