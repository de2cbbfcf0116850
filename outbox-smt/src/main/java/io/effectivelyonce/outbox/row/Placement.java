package io.effectivelyonce.outbox.row;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where one additional column of the row goes, written {@code column:placement[:alias]}.
 *
 * @param column the column
 * @param place  the part of the event that takes it
 * @param alias  its name there
 */
public record Placement(String column, Place place, String alias) {
    /** The parts of an event that take columns. */
    public enum Place {
        HEADER,
        ENVELOPE,
        PARTITION
    }

    /** The field of the enveloped value that holds the payload. */
    public static final String PAYLOAD = "payload";

    public static final ConfigDef.Validator VALIDATOR = ConfigDef.LambdaValidator.with(
            (key, value) -> {
                if (value != null) {
                    parse(key, (List<?>) value);
                }
            },
            () -> "column:placement[:alias], … where placement is header, envelope or partition");

    /** The placements in the order of the configuration. Items that are empty are skipped, blanks around a part don't count. */
    public static List<Placement> parse(String key, List<?> items) {
        List<Placement> placements = new ArrayList<>();
        Set<String> fields = new HashSet<>(Set.of(PAYLOAD));
        for (Object item : items) {
            String text = item.toString().trim();
            if (text.isEmpty()) {
                continue;
            }
            Placement placement = parse(key, text);
            if (placement.place == Place.ENVELOPE && !fields.add(placement.alias)) {
                throw new ConfigException(
                        key,
                        text,
                        "the envelope already has a field '" + placement.alias + "', give this column another alias");
            }
            placements.add(placement);
        }
        if (placements.isEmpty()) {
            throw new ConfigException(key, items, "names no column; leave the key out if there is nothing to place");
        }
        return List.copyOf(placements);
    }

    private static Placement parse(String key, String item) {
        String[] parts = item.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new ConfigException(key, item, "expected column:placement or column:placement:alias");
        }
        String column = parts[0].trim();
        if (column.isEmpty()) {
            throw new ConfigException(key, item, "names no column");
        }
        String alias = parts.length == 3 ? parts[2].trim() : "";
        return new Placement(column, place(key, item, parts[1].trim()), alias.isEmpty() ? column : alias);
    }

    private static Place place(String key, String item, String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "header" -> Place.HEADER;
            case "envelope" -> Place.ENVELOPE;
            case "partition" -> Place.PARTITION;
            default ->
                throw new ConfigException(
                        key, item, "unknown placement '" + name + "', expected header, envelope or partition");
        };
    }
}
