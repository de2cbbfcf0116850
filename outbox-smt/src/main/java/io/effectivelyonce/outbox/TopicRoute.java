package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.cache.BoundedCache;
import io.effectivelyonce.outbox.row.Row;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The topic of an event: the route value, rewritten where it matches the regex as a whole and taken as it is where it doesn't. A name that
 * the broker would refuse is a fault of the row, since the producer would otherwise stop the task where no policy reaches.
 */
final class TopicRoute {
    private final Pattern regex;
    private final String replacement;
    private final BoundedCache<String, String> topics = new BoundedCache<>();

    TopicRoute(Pattern regex, String replacement) {
        this.regex = regex;
        this.replacement = replacement;
    }

    String topic(Row row, String route) {
        return topics.get(route, value -> legalTopic(row, value));
    }

    private String legalTopic(Row row, String route) {
        Matcher matcher = regex.matcher(route);
        String topic = matcher.matches() ? matcher.replaceFirst(replacement) : route;
        Optional<String> flaw = TopicName.flawOf(topic);
        if (flaw.isPresent()) {
            throw row.fault(
                    row.names().route(), "a value that makes a legal topic name", "one that makes " + flaw.get());
        }
        return topic;
    }
}
