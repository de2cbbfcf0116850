package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a person reads at the end of a run. */
final class Report {
    private static final String ROW = "%-32s %9s %9s %6s %8s %6s";

    private Report() {}

    static List<String> of(Ending ending) {
        Summary summary = ending.summary();
        Findings findings = ending.findings();
        List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted("", "expected", "arrived", "lost", "doubled", "wrong"));
        findings.effects().forEach(each -> lines.add(row(each)));
        lines.add(row(findings.documents()));
        lines.add(ROW.formatted(
                "dead letter queues", 0, number(findings.deadLetters().size()), "", "", ""));
        lines.add("");
        lines.add(row(findings.control()));
        lines.add("");
        lines.add("%s kills of the worker, %s sinks sent back to the beginning, %s events published again"
                .formatted(summary.kills(), summary.offsetResets(), number(summary.republished())));
        lines.add(
                "%s duplicates and %s stale versions refused, at least; the control, without claims, doubled %s invoices"
                        .formatted(
                                number(summary.sink().duplicates()),
                                number(summary.documents().stale()),
                                number(summary.control().doubled())));
        lines.addAll(findings.complaints());
        return lines;
    }

    private static String row(Comparison each) {
        return ROW.formatted(
                each.what(),
                number(each.expected()),
                number(each.arrived()),
                number(each.lost().size()),
                number(each.doubled().size()),
                number(each.wrong().size()));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
