package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.SecurityRules;
import io.effectivelyonce.elasticsearch.index.IndexOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** What the definitions of single options can't see: choices that are lacking, and options that don't go together. */
final class ConfigRules {
    /** A problem, on the key that causes it. */
    record Problem(String key, String message) {}

    private ConfigRules() {}

    static List<Problem> problems(Map<String, String> props) {
        List<Problem> problems = new ArrayList<>();
        versionSource(props, problems);
        documentIds(props, problems);
        add(
                SecurityRules.problems(
                        props, List.of(text(props, ConnectionOptions.URL).split(",", -1))),
                problems);
        add(IndexOptions.problems(props), problems);
        deleteCondition(props, problems);
        softDelete(props, problems);
        buffered(props, problems);
        indexNames(props, problems);
        deadLetters(props, problems);
        return problems;
    }

    private static void add(Map<String, String> more, List<Problem> problems) {
        more.forEach((key, message) -> problems.add(new Problem(key, message)));
    }

    /** The topics that are named one by one. */
    static List<String> topics(Map<String, String> props) {
        return Arrays.stream(text(props, "topics").split(",", -1))
                .map(String::trim)
                .filter(topic -> !topic.isEmpty())
                .toList();
    }

    private static void versionSource(Map<String, String> props, List<Problem> problems) {
        String from = text(props, DocumentOptions.VERSION_FROM);
        String header = text(props, DocumentOptions.VERSION_HEADER);
        if (from.isEmpty() && header.isEmpty()) {
            problems.add(new Problem(
                    DocumentOptions.VERSION_FROM,
                    "choose where the version of a document is: header.version (a header), value.NAME, key.NAME, timestamp"
                            + " or offset; or name a header in " + DocumentOptions.VERSION_HEADER
                            + ". There is no default: a wrong version freezes or rolls back documents. (Confluent's silent"
                            + " default is offset, which is right only while a topic keeps its partitions and is never"
                            + " created anew.)"));
        } else if (!from.isEmpty() && !header.isEmpty() && !from.equals("header." + header)) {
            problems.add(new Problem(
                    DocumentOptions.VERSION_HEADER,
                    "names another source than " + DocumentOptions.VERSION_FROM + "; remove one of the two"));
        }
    }

    private static void documentIds(Map<String, String> props, List<Problem> problems) {
        if ("true".equalsIgnoreCase(text(props, DocumentOptions.KEY_IGNORE))
                && !text(props, DocumentOptions.ID_FROM).isEmpty()) {
            problems.add(new Problem(
                    DocumentOptions.KEY_IGNORE,
                    "gives ids of its own beside " + DocumentOptions.ID_FROM + "; remove one of the two"));
        }
    }

    private static void deleteCondition(Map<String, String> props, List<Problem> problems) {
        boolean from = !text(props, DocumentOptions.DELETE_WHEN_FROM).isEmpty();
        boolean in = !text(props, DocumentOptions.DELETE_WHEN_IN).isEmpty();
        if (from && !in) {
            problems.add(new Problem(
                    DocumentOptions.DELETE_WHEN_IN, "is needed beside " + DocumentOptions.DELETE_WHEN_FROM));
        } else if (in && !from) {
            problems.add(new Problem(
                    DocumentOptions.DELETE_WHEN_FROM, "is needed beside " + DocumentOptions.DELETE_WHEN_IN));
        }
    }

    private static void softDelete(Map<String, String> props, List<Problem> problems) {
        if (!text(props, DocumentOptions.SOFT_DELETE_FIELD).isEmpty()
                && !text(props, DocumentOptions.DELETE_MODE).equalsIgnoreCase("soft")) {
            problems.add(new Problem(
                    DocumentOptions.SOFT_DELETE_FIELD,
                    "has no effect without " + DocumentOptions.DELETE_MODE + "=soft; set that, or remove it"));
        }
    }

    /** As Confluent's connector has it: a task must be able to fill the bulks that it may have under way. */
    private static void buffered(Map<String, String> props, List<Problem> problems) {
        if (text(props, BatchOptions.BUFFERED).isEmpty()) {
            return;
        }
        try {
            long buffered = number(props, BatchOptions.BUFFERED);
            long needed = number(props, BatchOptions.BATCH_SIZE) * number(props, BatchOptions.IN_FLIGHT);
            if (buffered < needed) {
                problems.add(new Problem(
                        BatchOptions.BUFFERED,
                        "must be at least " + BatchOptions.BATCH_SIZE + " * " + BatchOptions.IN_FLIGHT + ", which is "
                                + needed + ", or some of these bulks could never be filled"));
            }
        } catch (NumberFormatException e) {
            return; // the definition of the option says so already
        }
    }

    /** The number that is given, or the default. */
    private static long number(Map<String, String> props, String key) {
        String given = text(props, key);
        return given.isEmpty() ? (Integer) Options.definitions().defaultValues().get(key) : Long.parseLong(given);
    }

    private static void indexNames(Map<String, String> props, List<Problem> problems) {
        IndexName format;
        try {
            format = IndexName.parse(props.getOrDefault(DocumentOptions.INDEX, "${topic}"));
        } catch (IllegalArgumentException | ConfigException e) {
            return; // the definition of the option says so already
        }
        for (String topic : topics(props)) {
            format.forTopic(topic)
                    .flatMap(IndexName::illegal)
                    .ifPresent(why -> problems.add(new Problem(
                            DocumentOptions.INDEX, "the index name that it gives for topic '" + topic + "' " + why)));
        }
    }

    private static void deadLetters(Map<String, String> props, List<Problem> problems) {
        if ("all".equalsIgnoreCase(text(props, "errors.tolerance"))
                && text(props, "errors.deadletterqueue.topic.name").isEmpty()
                && !"true".equalsIgnoreCase(text(props, "errors.log.enable"))) {
            problems.add(
                    new Problem(
                            "errors.tolerance",
                            "all without a place to report to would lose records in silence: set"
                                    + " errors.deadletterqueue.topic.name, or errors.log.enable=true to lose them with a log line"));
        }
    }

    private static String text(Map<String, String> props, String key) {
        String value = props.get(key);
        return value == null ? "" : value.trim();
    }
}
