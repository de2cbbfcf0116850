package io.effectivelyonce.elasticsearch.index;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How a missing index is created: what the user gave for it. */
record IndexCreation(Map<String, Object> settings, Map<String, Object> mapping) {

    /** The body of the request: what the user wants, and what guarded writes need. */
    String body(String versionSource, Optional<Duration> gcDeletes) {
        Map<String, Object> allSettings = new LinkedHashMap<>(settings);
        gcDeletes.ifPresent(remember -> allSettings.put("index.gc_deletes", remember.toMillis() + "ms"));
        Map<String, Object> fullMapping = new LinkedHashMap<>(mapping);
        fullMapping.put("_meta", VersionMark.put(meta(), versionSource));
        return Json.text(Map.of("settings", allSettings, "mappings", fullMapping));
    }

    private Map<String, Object> meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        if (mapping.get("_meta") instanceof Map<?, ?> given) {
            given.forEach((name, value) -> meta.put((String) name, value));
        }
        return meta;
    }
}
