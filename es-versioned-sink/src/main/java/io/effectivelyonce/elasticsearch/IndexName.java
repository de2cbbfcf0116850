package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * {@code index.name.format}: plain text with {@code ${selectors}}. Only the topic is lower-cased; any other part that gives an
 * illegal name is a fault of the record, since two names could become one.
 */
final class IndexName {
    private static final int MAX_BYTES = 255;
    private static final String TIME = "timestamp.";
    private static final List<String> ROOTS = List.of("topic", "header", "value", "key", "partition");
    private static final String FORBIDDEN = "\\/*?\"<>| ,#:";

    private sealed interface Part {}

    private record Text(String text) implements Part {}

    private record Place(Selector selector) implements Part {}

    private record Time(DateTimeFormatter form) implements Part {
        String of(long millis) {
            return form.format(Instant.ofEpochMilli(millis));
        }
    }

    private final List<Part> parts;

    private IndexName(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Parses a format.
     *
     * @throws IllegalArgumentException if it can't be parsed, or never gives a legal name
     */
    static IndexName parse(String format) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            int open = format.indexOf("${", at);
            int end = open < 0 ? format.length() : open;
            if (end > at) {
                parts.add(new Text(format.substring(at, end)));
            }
            if (open < 0) {
                break;
            }
            int close = format.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("'${' at position " + (open + 1) + " is not closed");
            }
            parts.add(place(format.substring(open + 2, close)));
            at = close + 1;
        }
        IndexName name = new IndexName(parts);
        name.demandLegalText();
        return name;
    }

    private static Part place(String text) {
        if (text.startsWith(TIME)) {
            return new Time(DateTimeFormatter.ofPattern(text.substring(TIME.length()), Locale.ROOT)
                    .withZone(ZoneOffset.UTC));
        }
        String root = text.split("\\.", 2)[0];
        if (!ROOTS.contains(root)) {
            throw new IllegalArgumentException("'${" + text + "}' must start with " + String.join(", ", ROOTS)
                    + ", or be as in ${timestamp.yyyy-MM}");
        }
        return new Place(Selector.parse(text));
    }

    /** Texts are checked as if each selector gave a single legal letter. */
    private void demandLegalText() {
        StringBuilder sample = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Time time) {
                sample.append(time.of(0));
            } else {
                sample.append(part instanceof Text text ? text.text() : "x");
            }
        }
        illegal(sample.toString()).ifPresent(why -> {
            throw new IllegalArgumentException("the index name " + why);
        });
    }

    /** The index of a record. */
    String of(SinkRecord record) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            name.append(text(part, record));
        }
        String index = name.toString();
        illegal(index).ifPresent(why -> {
            throw new RecordFault("the index name that " + DocumentOptions.INDEX + " gives for it " + why
                    + "; change the format, or the record's topic or field by a transform");
        });
        return index;
    }

    private static String text(Part part, SinkRecord record) {
        if (part instanceof Text text) {
            return text.text();
        }
        if (part instanceof Place place) {
            return text(place.selector(), record);
        }
        if (record.timestamp() == null) {
            throw new RecordFault("the record has no timestamp, which " + DocumentOptions.INDEX + " needs");
        }
        return ((Time) part).of(record.timestamp());
    }

    private static String text(Selector selector, SinkRecord record) {
        if (selector.root() == Root.TOPIC) {
            return record.topic().toLowerCase(Locale.ROOT);
        }
        Selected found = selector.select(record);
        if (!found.hasValue()) {
            throw new RecordFault(selector + ", which " + DocumentOptions.INDEX + " needs, is missing or null");
        }
        return IdText.of(selector, found);
    }

    /** The name for all records of a topic, if it depends on nothing else. */
    Optional<String> forTopic(String topic) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Text text) {
                name.append(text.text());
            } else if (part instanceof Place place && place.selector().root() == Root.TOPIC) {
                name.append(topic.toLowerCase(Locale.ROOT));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(name.toString());
    }

    /** Why the servers would refuse the name; nothing if they wouldn't. */
    static Optional<String> illegal(String name) {
        if (name.isEmpty()) {
            return Optional.of("is empty");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("is longer than " + MAX_BYTES + " bytes");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            return Optional.of("holds half of a surrogate pair, which is no character");
        }
        if ("-_+".indexOf(name.charAt(0)) >= 0 || name.equals(".") || name.equals("..")) {
            return Optional.of("must not start with '-', '_' or '+', nor be '.' or '..'");
        }
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            return Optional.of("must be lower case");
        }
        for (int i = 0; i < name.length(); i++) {
            if (FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
                return Optional.of("has a character at position " + (i + 1) + " that index names must not have (one of "
                        + FORBIDDEN.replace(" ", "") + " or a blank)");
            }
        }
        return Optional.empty();
    }
}
