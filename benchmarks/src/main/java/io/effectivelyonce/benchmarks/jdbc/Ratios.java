package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.Report;

/** What is compared with what. A comparison is left out where one of the two was not measured. */
final class Ratios {
    private final Report report;

    private Ratios(Report report) {
        this.report = report;
    }

    /** Adds the ratios of what was measured. */
    static void addTo(Report report) {
        new Ratios(report).add();
    }

    private void add() {
        String tuned = of("debezium-unnest") > of("debezium-rewrite") ? "debezium-unnest" : "debezium-rewrite";
        ratio("vs_peer_tuned", "ours-insert", tuned);
        ratio("vs_peer_default", "ours-insert", "debezium-default");
        ratio("vs_per_event", "ours-insert", "per-event");
        ratio("vs_per_event_1ms", "ours-insert-1ms", "per-event-1ms");
        ratio("vs_per_event_3ms", "ours-insert-3ms", "per-event-3ms");
        ratio("vs_copy_both", "ours-insert", "copy-into-both");
        ratio("vs_bare_copy", "ours-insert", "bare-copy");
        ratio("bare_copy_vs_arrays", "bare-copy", "bare-arrays");
        ratio("upsert_vs_insert", "ours-upsert", "ours-insert");
        ratio("accumulate_vs_insert", "ours-accumulate", "ours-insert");
        ratio("redelivery_vs_first", "ours-redelivery", "ours-insert");
        ratio("schemaless_vs_schemad", "ours-schemaless", "ours-insert");
        ratio("four_tasks_vs_one", "ours-insert-4-tasks", "ours-insert");
        ratio("four_tasks_vs_peer", "ours-insert-4-tasks", "debezium-unnest-4-tasks");
        ratio("with_10m_claims", "ours-time-ordered-full", "ours-time-ordered");
        ratio("with_10m_random_claims", "ours-random-full", "ours-insert");
        ratio("with_10m_daily_claims", "ours-daily-full", "ours-insert");
    }

    private double of(String name) {
        return report.measured(name).orElse(0);
    }

    private void ratio(String name, String one, String other) {
        if (of(one) > 0 && of(other) > 0) {
            report.ratio(name, of(one) / of(other));
        }
    }
}
