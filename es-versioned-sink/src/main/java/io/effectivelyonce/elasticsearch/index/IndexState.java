package io.effectivelyonce.elasticsearch.index;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the server tells of a name, as far as it matters for guarded writes.
 *
 * @param name the name that was asked for: of an index, an alias or a data stream
 * @param indices what it stands for
 */
record IndexState(String name, List<Concrete> indices) {

    /**
     * An index.
     *
     * @param name its own name
     * @param ofDataStream whether it is a part of one
     * @param rollsOver whether a policy replaces it by another one under the name that was asked for
     * @param gcDeletes how long it remembers deleted versions, as its settings have it; empty for the server's default
     * @param meta what stands in its mapping's {@code _meta}, by whomever
     * @param hasFields whether its mapping has any field yet
     */
    record Concrete(
            String name,
            boolean ofDataStream,
            boolean rollsOver,
            Optional<String> gcDeletes,
            Map<String, Object> meta,
            boolean hasFields) {}

    /** The question; little comes back even from an index with thousands of fields. */
    static String path(String name) {
        return "/" + encoded(name)
                + "?filter_path=*.data_stream,*.mappings._meta,*.mappings.properties.*.type,*.settings.index";
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Reads the answer. An answer that isn't one gives a name that stands for nothing. */
    static IndexState of(String name, Map<String, Object> answer) {
        List<Concrete> indices = new ArrayList<>();
        answer.forEach((index, about) -> {
            if (about instanceof Map<?, ?> state) {
                indices.add(concrete(name, index, state));
            }
        });
        return new IndexState(name, List.copyOf(indices));
    }

    private static Concrete concrete(String name, String index, Map<?, ?> state) {
        Map<?, ?> settings = child(child(state, "settings"), "index");
        Map<?, ?> mapping = child(state, "mappings");
        Stream<Map<?, ?>> policies = Stream.of(
                child(settings, "lifecycle"),
                child(child(settings, "plugins"), "index_state_management"),
                child(child(settings, "opendistro"), "index_state_management"));
        return new Concrete(
                index,
                state.containsKey("data_stream"),
                policies.anyMatch(policy -> text(policy, "rollover_alias").equals(name)),
                Optional.of(text(settings, "gc_deletes")).filter(value -> !value.isEmpty()),
                members(child(mapping, "_meta")),
                !child(mapping, "properties").isEmpty());
    }

    private static Map<?, ?> child(Map<?, ?> parent, String name) {
        return parent.get(name) instanceof Map<?, ?> child ? child : Map.of();
    }

    private static String text(Map<?, ?> parent, String name) {
        return parent.get(name) instanceof String text ? text : "";
    }

    @SuppressWarnings("unchecked") // members of JSON objects are named by text
    private static Map<String, Object> members(Map<?, ?> object) {
        return (Map<String, Object>) object;
    }

    /** Why a version would not guard documents under this name; nothing if it would. */
    Optional<String> trap() {
        if (indices.stream().anyMatch(Concrete::ofDataStream)) {
            return Optional.of(
                    "'" + name + "' is a data stream, which takes no writes under a version; name an index instead");
        }
        if (indices.size() > 1) {
            return Optional.of("'" + name + "' is an alias of " + indices.size()
                    + " indices, and a version guards a document within one index only; name one index instead");
        }
        if (indices.stream().anyMatch(Concrete::rollsOver)) {
            return Optional.of(
                    "'" + name + "' is an alias that a lifecycle policy rolls over to new indices, and a version"
                            + " guards a document within one index only; name an index that no policy rolls over");
        }
        return Optional.empty();
    }
}
