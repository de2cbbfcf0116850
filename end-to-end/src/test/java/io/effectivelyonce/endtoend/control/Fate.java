package io.effectivelyonce.endtoend.control;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The moment at which a sink dies. It dies once: whoever goes on for it lives. */
final class Fate {
    /** By connector; the worker lives on when a task dies. */
    private static final Set<String> DIED = ConcurrentHashMap.newKeySet();

    private final String connector;
    private final long offset;

    Fate(String connector, long offset) {
        this.connector = connector;
        this.offset = offset;
    }

    /** Called where the sink is most vulnerable. */
    void mayStrike(Event event) {
        if (event.offset() == offset && DIED.add(connector)) {
            throw new Death(offset);
        }
    }
}
