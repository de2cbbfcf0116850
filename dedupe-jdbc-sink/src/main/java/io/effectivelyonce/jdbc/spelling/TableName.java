package io.effectivelyonce.jdbc.spelling;

import io.effectivelyonce.jdbc.retention.SqlName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The name of a table, with or without a schema, read as SQL reads it: unquoted parts are folded to lower case.
 *
 * @param parts schema and table, or the table alone
 */
public record TableName(List<String> parts) implements SqlName {
    public static final ConfigDef.Validator VALIDATOR = (key, value) -> {
        try {
            parse((String) value);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    };

    private static final Pattern PART = Pattern.compile("([\\p{L}_][\\p{L}\\p{N}_$]*)|\"((?:[^\"\\x00]|\"\")+)\"");

    /** The server cuts off what goes beyond it, in bytes. */
    private static final int LONGEST = 63;

    public static TableName parse(String text) {
        List<String> parts = new ArrayList<>();
        Matcher part = PART.matcher(text);
        int at = 0;
        while (part.find(at) && part.start() == at) {
            parts.add(
                    part.group(1) != null
                            ? part.group(1).toLowerCase(Locale.ROOT)
                            : part.group(2).replace("\"\"", "\""));
            at = part.end();
            if (at == text.length() && parts.size() <= 2) {
                return new TableName(List.copyOf(parts));
            }
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
            }
        }
        throw new IllegalArgumentException("must be a table's name, or schema.table; odd names in double quotes");
    }

    /** The name as it stands in SQL, every part quoted. */
    @Override
    public String sql() {
        return parts.stream()
                .map(part -> '"' + part.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining("."));
    }

    @Override
    public TableName with(String suffix) {
        List<String> others = new ArrayList<>(parts);
        String last = others.remove(others.size() - 1);
        others.add(shortenedTo(LONGEST - suffix.length(), last) + suffix);
        return new TableName(List.copyOf(others));
    }

    private static String shortenedTo(int bytes, String name) {
        String kept = name;
        while (kept.getBytes(StandardCharsets.UTF_8).length > bytes) {
            kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
        }
        return kept;
    }

    /** The name for messages. */
    @Override
    public String toString() {
        return String.join(".", parts);
    }
}
