package io.effectivelyonce.endtoend.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.endtoend.audit.Breach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all rounds together have come to, as it is written for machines. */
final class ChaosSummary {
    private final List<Round.Result> rounds;

    ChaosSummary(List<Round.Result> rounds) {
        this.rounds = List.copyOf(rounds);
    }

    /** Whether every round has kept the promise, and each kind of fault that was tried has met something at least once. */
    boolean holds() {
        return rounds.stream().allMatch(round -> round.outcome().holds())
                && neverStruck().isEmpty();
    }

    /** The kinds of faults that were tried and have never met anything: they have proved nothing. */
    List<String> neverStruck() {
        return faultsByKind().entrySet().stream()
                .filter(each -> each.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    long count(Breach breach) {
        return rounds.stream()
                .mapToLong(round -> round.outcome().verdict().counts().get(breach))
                .sum();
    }

    int faults() {
        return rounds.stream().mapToInt(Round.Result::faults).sum();
    }

    Map<String, Integer> faultsByKind() {
        Map<String, Integer> all = new TreeMap<>();
        rounds.forEach(round -> round.faultsByKind().forEach((kind, times) -> all.merge(kind, times, Integer::sum)));
        return all;
    }

    /** Writes one JSON object: the counts of all rounds, and each round with its seed. */
    void write(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode summary = json.createObjectNode();
        summary.put("holds", holds());
        for (Breach breach : Breach.values()) {
            summary.put(breach.label(), count(breach));
        }
        summary.put(
                "failed_sink_tasks",
                rounds.stream()
                        .mapToLong(round -> round.outcome().failedSinks().size())
                        .sum());
        summary.put(
                "doubled_by_control",
                rounds.stream()
                        .mapToLong(round -> round.outcome().doubledByControl())
                        .sum());
        summary.put(
                "events",
                rounds.stream().mapToLong(round -> round.outcome().events()).sum());
        summary.put("seconds", rounds.stream().mapToLong(Round.Result::seconds).sum());
        summary.put("faults", faults());
        summary.set("faults_by_kind", json.valueToTree(faultsByKind()));
        summary.set("never_struck", json.valueToTree(neverStruck()));
        summary.set(
                "rounds",
                json.createArrayNode()
                        .addAll(rounds.stream().map(round -> round(json, round)).toList()));
        Files.createDirectories(file.getParent());
        Files.writeString(
                file, json.writerWithDefaultPrettyPrinter().writeValueAsString(summary) + System.lineSeparator());
    }

    private static ObjectNode round(ObjectMapper json, Round.Result result) {
        ObjectNode round = json.createObjectNode();
        round.put("seed", result.seed());
        round.put("holds", result.outcome().holds());
        round.put("faults", result.faults());
        round.put("events", result.outcome().events());
        round.put("repeated", result.outcome().repeated());
        round.put("restarts", result.outcome().restarts());
        round.put("seconds", result.seconds());
        return round;
    }
}
