package io.effectivelyonce.localstack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a caller may change about a part before it starts. */
abstract sealed class PartSettings<S extends PartSettings<S>>
        permits ServerSettings, ElasticsearchSettings, WorkerSettings {
    private final Map<String, String> settings = new LinkedHashMap<>();
    private List<String> jvm;
    private Optional<String> part = Optional.empty();

    PartSettings(String... jvm) {
        this.jvm = List.of(jvm);
    }

    abstract S self();

    /** Sets one of the server's own settings, over what the stack would choose. Addresses and folders stay the stack's. */
    public S set(String name, Object value) {
        settings.put(name, value.toString());
        return self();
    }

    /**
     * Replaces the options of the part's JVM. The stack's own are chosen for a quick start, not for speed: measure with others.
     * Without meaning for PostgreSQL.
     */
    public S jvm(String... options) {
        jvm = List.of(options);
        return self();
    }

    /** Runs another line of the server than the usual one: a part that was laid out beside it, such as {@code worker-3.9}. */
    public S part(String name) {
        part = Optional.of(name);
        return self();
    }

    final String partOr(String usual) {
        return part.orElse(usual);
    }

    final Map<String, String> settings() {
        return Collections.unmodifiableMap(settings);
    }

    final List<String> jvm() {
        return new ArrayList<>(jvm);
    }
}
