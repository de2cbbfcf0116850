package io.effectivelyonce.elasticsearch.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Deletes that were acknowledged last, with their versions. The server forgets them after a while; so an older write that comes
 * behind one, out of order, is not left to the server's memory, which may be over when an outage is. Bounded: of a task that
 * deletes more, what it deleted longest ago is left to the server.
 */
final class Deletes {
    private final int atMost;
    private final Map<Object, Long> versions = new LinkedHashMap<>();

    Deletes(int atMost) {
        this.atMost = atMost;
    }

    /** The server has acknowledged an operation. */
    void acknowledged(Guarded operation) {
        versions.remove(operation.document());
        if (operation.removes()) {
            versions.put(operation.document(), operation.version());
            if (versions.size() > atMost) {
                versions.remove(versions.keySet().iterator().next());
            }
        }
    }

    /** The version under which the document was deleted, if nothing was acknowledged for it since then. */
    OptionalLong version(Object document) {
        Long version = versions.get(document);
        return version == null ? OptionalLong.empty() : OptionalLong.of(version);
    }
}
