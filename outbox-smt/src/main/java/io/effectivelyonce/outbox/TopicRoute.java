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
    private final BoundedCache<String, String> topics = BoundedCache.ofTexts();

    TopicRoute(Pattern regex, String replacement) {
        this.regex = regex;
        this.replacement = replacement;
    }

    String topic(Row row, String route) {
        return topics.get(route, value -> legalTopic(row, value));
    }

    private String legalTopic(Row row, String route) {
        String topic = rewritten(row, route);
        Optional<String> flaw = TopicName.flawOf(topic);
        if (flaw.isPresent()) {
            throw row.fault(
                    row.names().route(), "a value that makes a legal topic name", "one that makes " + flaw.get());
        }
        return topic;
    }

    /** Java matches alternatives in a repetition by recursion, as deep as the text is long. */
    private String rewritten(Row row, String route) {
        Matcher matcher = regex.matcher(new MeasuredText(route));
        try {
            return matcher.matches() ? matcher.replaceFirst(replacement) : route;
        } catch (MeasuredText.Exhausted | StackOverflowError tooMuch) {
            throw row.fault(
                    row.names().route(),
                    "a value that " + Options.ROUTE_REGEX + " can be matched with",
                    "one of " + route.length() + " characters that takes the expression too many steps");
        }
    }
}
