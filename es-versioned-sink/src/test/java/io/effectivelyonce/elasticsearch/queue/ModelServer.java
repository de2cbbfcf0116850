package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The server, as far as external versions go: a register per document. It may keep a request for which nobody waits any more
 * and carry it out late, but has done so when it answers the repetition of that operation, or a newer write.
 */
final class ModelServer {
    private final Map<String, Op> registers = new HashMap<>();
    private final List<Op> leftovers = new ArrayList<>();

    /** Carries it out and answers. */
    Outcome answer(Op op) {
        runLeftovers(left -> left.document().equals(op.document())
                && (left.equals(op) || (!op.removes() && left.version() <= op.version())));
        return carryOut(op);
    }

    private Outcome carryOut(Op op) {
        Op known = registers.get(op.document());
        if (known != null && known.version() >= op.version()) {
            return known.version() == op.version() ? Outcome.DUPLICATE : Outcome.STALE;
        }
        registers.put(op.document(), op);
        return Outcome.APPLIED;
    }

    /** The request arrived, and will be carried out some time. */
    void leave(Op op) {
        leftovers.add(op);
    }

    void runLeftovers(Predicate<Op> which) {
        for (Iterator<Op> all = leftovers.iterator(); all.hasNext(); ) {
            Op left = all.next();
            if (which.test(left)) {
                all.remove();
                carryOut(left);
            }
        }
    }

    void forgetDeletes() {
        registers.values().removeIf(Op::removes);
    }

    /** The version of the document; -1 if there is none. */
    long live(String document) {
        Op known = registers.get(document);
        return known == null || known.removes() ? -1 : known.version();
    }
}
