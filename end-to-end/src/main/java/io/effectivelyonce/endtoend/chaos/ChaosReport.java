package io.effectivelyonce.endtoend.chaos;

import io.effectivelyonce.endtoend.audit.Breach;
import io.effectivelyonce.endtoend.audit.Examined;
import io.effectivelyonce.endtoend.audit.Finding;
import io.effectivelyonce.endtoend.stage.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a person reads at the end of a round. */
final class ChaosReport {
    private static final int NAMED = 20;

    private ChaosReport() {}

    static List<String> of(Round.Result result) {
        Outcome outcome = result.outcome();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-34s %9s %9s %7s", "", "expected", "found", "amiss"));
        for (Examined each : outcome.verdict().examined()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-34s %,9d %,9d %,7d",
                    each.where(),
                    each.expected(),
                    each.found(),
                    each.findings().size()));
        }
        lines.add("");
        List<String> counts = new ArrayList<>();
        for (Breach breach : Breach.values()) {
            counts.add(breach.label() + " " + outcome.verdict().counts().get(breach));
        }
        lines.add(String.join(", ", counts));
        lines.add(String.format(
                Locale.ROOT,
                "%,d events, %,d published again, %d faults, %d restarts by the operator; the control, without claims, doubled %,d"
                        + " invoices",
                outcome.events(),
                outcome.repeated(),
                result.faults(),
                outcome.restarts(),
                outcome.doubledByControl()));
        List<Finding> findings = outcome.verdict().findings();
        findings.stream().limit(NAMED).forEach(finding -> lines.add(finding.toString()));
        if (findings.size() > NAMED) {
            lines.add("and " + (findings.size() - NAMED) + " more");
        }
        outcome.failedSinks().forEach(failed -> lines.add("A sink has failed: " + failed));
        if (outcome.doubledByControl() == 0) {
            lines.add("Nothing is doubled in the control, so the faults proved nothing");
        }
        return lines;
    }
}
