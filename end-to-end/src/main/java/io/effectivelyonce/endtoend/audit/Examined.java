package io.effectivelyonce.endtoend.audit;

import java.util.List;

/**
 * What one examination has come to.
 *
 * @param where the table, index or topic
 * @param expected how many facts there must be
 * @param found how many there are
 * @param findings what is amiss; empty if nothing is
 */
public record Examined(String where, long expected, long found, List<Finding> findings) {
    /** Keeps a copy of the findings. */
    public Examined {
        findings = List.copyOf(findings);
    }

    /** How many findings are of this kind. */
    public long count(Breach breach) {
        return findings.stream().filter(each -> each.breach() == breach).count();
    }
}
