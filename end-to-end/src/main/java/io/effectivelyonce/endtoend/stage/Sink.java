package io.effectivelyonce.endtoend.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.localstack.ConnectRest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** A sink as an operator handles it through the REST interface of whichever worker is there. */
public final class Sink {
    private final ObjectMapper json = new ObjectMapper();
    private final Supplier<ConnectRest> rest;
    private final Map<String, String> config;
    private final String title;
    private String name;
    private int names = 1;

    Sink(Supplier<ConnectRest> rest, String title, Map<String, String> config) {
        this.rest = rest;
        this.title = title;
        this.name = title;
        this.config = new LinkedHashMap<>(config);
    }

    /** The connector's present name. */
    public String name() {
        return name;
    }

    String group() {
        return "connect-" + name;
    }

    /** Creates the connector, or gives it its present configuration. */
    public void register() {
        rest.get().put(name, config);
    }

    /** Changes one option. */
    public void set(String key, String value) {
        config.put(key, value);
        register();
    }

    /** Pauses it until {@link #resume}. */
    public void pause() {
        rest.get().pause(name);
    }

    /** Stops it until {@link #resume}: it has no tasks then. */
    public void stop() {
        rest.get().stop(name);
    }

    /** Lets it go on. */
    public void resume() {
        rest.get().resume(name);
    }

    /** Restarts it with its tasks. */
    public void restart() {
        rest.get().restart(name);
    }

    /** Deletes it. {@link #register} creates it anew, under the same name. */
    public void delete() {
        rest.get().delete(name);
    }

    /** Gives it a new name for the next {@link #register}: a new group, which begins at the beginning; the same consumer. */
    public void rename() {
        names++;
        name = title + "-" + names;
    }

    /** A second connector with the same configuration, hence the same consumer, under another name. */
    public Sink twin() {
        Sink twin = new Sink(rest, title + "-twin", config);
        twin.config.put("name", twin.name);
        return twin;
    }

    /** Forgets the offsets; it must be stopped. */
    public void resetOffsets() {
        rest.get().resetOffsets(name);
    }

    /** Moves the offset of each partition that has one, and returns whether one has; it must be stopped. */
    public boolean moveOffsets(LongUnaryOperator move) {
        JsonNode committed = rest.get().offsets(name);
        boolean any = false;
        for (JsonNode each : committed.path("offsets")) {
            ObjectNode offset = (ObjectNode) each.path("offset");
            offset.put(
                    "kafka_offset", move.applyAsLong(offset.path("kafka_offset").asLong()));
            any = true;
        }
        if (any) {
            rest.get().alterOffsets(name, committed.toString());
        }
        return any;
    }

    /** Sends one partition back to its beginning; it must be stopped. */
    public void resetPartition(String topic, int partition) {
        ObjectNode request = json.createObjectNode();
        ObjectNode entry = request.putArray("offsets").addObject();
        entry.putObject("partition").put("kafka_topic", topic).put("kafka_partition", partition);
        entry.putObject("offset").put("kafka_offset", 0);
        rest.get().alterOffsets(name, request.toString());
    }
}
