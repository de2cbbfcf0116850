package io.effectivelyonce.elasticsearch.index;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servers' way to write how long something takes: {@code 60s}, {@code 1h}, {@code 500ms}. */
final class TimeValue {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})(nanos|micros|ms|s|m|h|d)");

    private TimeValue() {}

    /** Nothing for what is written in another way. */
    static Optional<Duration> parse(String text) {
        Matcher value = FORM.matcher(text.trim());
        if (!value.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(value.group(1));
        return Optional.of(
                switch (value.group(2)) {
                    case "nanos" -> Duration.ofNanos(amount);
                    case "micros" -> Duration.ofNanos(amount).multipliedBy(1_000);
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofSeconds(amount).multipliedBy(60);
                    case "h" -> Duration.ofSeconds(amount).multipliedBy(3_600);
                    default -> Duration.ofSeconds(amount).multipliedBy(86_400);
                });
    }
}
