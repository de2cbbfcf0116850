package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which table the records of a topic go to: a name with {@code ${topic}} in it. Dots divide schema and table, those of the
 * topic too, unless they stand inside double quotes.
 */
public final class TableFormat {
    private static final String TOPIC = "${topic}";
    private static final int CATALOG_SCHEMA_TABLE = 3;

    private final String format;
    private final boolean quoted;
    private final Map<String, TableName> known = new HashMap<>();

    /** @param quoted whether names keep their case; otherwise they are folded to lower case as SQL does */
    public TableFormat(String format, boolean quoted) {
        this.format = format;
        this.quoted = quoted;
    }

    /** Whether all topics go to one table. */
    boolean constant() {
        return !format.contains(TOPIC);
    }

    /**
     * The table for a topic.
     *
     * @throws IllegalArgumentException if that is no name of a table
     */
    public synchronized TableName of(String topic) {
        return known.computeIfAbsent(topic, this::parse);
    }

    /** A name as the database spells it. */
    String column(String name) {
        return quoted ? name : name.toLowerCase(Locale.ROOT);
    }

    private TableName parse(String topic) {
        String text = format.replace(TOPIC, topic);
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (at <= text.length()) {
            boolean odd = at < text.length() && text.charAt(at) == '"';
            int end = odd ? text.indexOf('"', at + 1) : dotOrEnd(text, at);
            String part = end < 0 ? "" : text.substring(odd ? at + 1 : at, end);
            int next = odd ? end + 1 : end;
            if (part.isEmpty() || part.indexOf('"') >= 0 || (next < text.length() && text.charAt(next) != '.')) {
                throw new IllegalArgumentException(problem(topic, "an empty or badly quoted name"));
            }
            parts.add(odd ? part : column(part));
            at = next + 1;
        }
        if (parts.size() > CATALOG_SCHEMA_TABLE) {
            throw new IllegalArgumentException(problem(topic, parts.size() + " names with dots between them"));
        }
        return new TableName(List.copyOf(parts));
    }

    private static int dotOrEnd(String text, int from) {
        int dot = text.indexOf('.', from);
        return dot < 0 ? text.length() : dot;
    }

    private String problem(String topic, String found) {
        return TableKeys.TABLE_NAME_FORMAT + " '" + format + "' gives " + found + " for topic " + topic
                + "; a table is named as table or schema.table. Quote what has dots of its own, as in \"" + TOPIC
                + "\"";
    }

    @Override
    public String toString() {
        return format;
    }
}
