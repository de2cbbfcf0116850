package io.effectivelyonce.elasticsearch.index;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The note in the mapping's {@code _meta} of where the versions of an index come from. Versions of different sources don't
 * compare: after a change to smaller numbers every write would be a version conflict, and so a success, and no document would
 * ever change again.
 *
 * <p>Others keep entries there too, and a write replaces the whole of {@code _meta}: theirs are written back as they were read.
 */
final class VersionMark {
    private static final String OURS = "effectively-once";
    private static final String SOURCE = "version.from";

    private VersionMark() {}

    /** The source that an index is marked with; empty if with none. */
    static String in(Map<String, Object> meta) {
        return meta.get(OURS) instanceof Map<?, ?> ours && ours.get(SOURCE) instanceof String source ? source : "";
    }

    /** The same {@code _meta} with another mark. */
    static Map<String, Object> put(Map<String, Object> meta, String source) {
        Map<String, Object> changed = new LinkedHashMap<>(meta);
        Map<String, Object> ours = new LinkedHashMap<>();
        if (meta.get(OURS) instanceof Map<?, ?> known) {
            known.forEach((name, value) -> ours.put((String) name, value));
        }
        ours.put(SOURCE, source);
        changed.put(OURS, ours);
        return changed;
    }
}
