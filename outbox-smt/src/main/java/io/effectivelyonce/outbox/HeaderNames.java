package io.effectivelyonce.outbox;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * The headers beyond EventRouter's own.
 *
 * @param id            takes the event id, or null for no such header
 * @param type          takes the event type, or null for no such header
 * @param version       takes the version
 * @param versionColumn where the version comes from, or null for no such header
 */
record HeaderNames(String id, String type, String version, String versionColumn) {
    /** A header that occurs twice has no meaning for the one who reads it, so one of our own may meet no other. */
    void requireUnique(List<Placement> headers) {
        Set<String> taken = new HashSet<>(Set.of(EventHeaders.ID));
        headers.forEach(placement -> taken.add(placement.alias()));
        requireFree(taken, Options.ID_HEADER, id);
        requireFree(taken, Options.TYPE_HEADER, type);
        if (versionColumn != null) {
            requireFree(taken, Options.VERSION_HEADER, version);
        }
    }

    private static void requireFree(Set<String> taken, String key, String name) {
        if (name != null && !taken.add(name)) {
            throw new ConfigException(key, name, "is the name of another header of the event");
        }
    }
}
