package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the server has acknowledged of one batch: for each document the newest operation. */
final class Acknowledged {
    private final Map<DocumentKey, Open> newest = new HashMap<>();

    /** The server has written this, or holds what is at least as new. */
    void add(Open open) {
        newest.merge(open.operation().key(), open, (known, added) -> supersedes(added, known) ? added : known);
    }

    /** What became of an operation that is still open, if a newer one of its document has been acknowledged meanwhile. */
    Optional<Outcome> superseded(Open open) {
        Open known = newest.get(open.operation().key());
        if (known == null || !supersedes(known, open)) {
            return Optional.empty();
        }
        boolean equal = known.operation().version() == open.operation().version();
        return Optional.of(equal ? Outcome.DUPLICATE : Outcome.STALE);
    }

    /** A higher version does, and of two equal ones the later. */
    private static boolean supersedes(Open a, Open b) {
        int versions = Long.compare(a.operation().version(), b.operation().version());
        return versions > 0 || (versions == 0 && a.position() > b.position());
    }
}
