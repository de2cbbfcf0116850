package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.cache.BoundedCache;
import io.effectivelyonce.outbox.row.ChangeEvent;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;

/**
 * Tells the outbox tables from the other tables of the same connector, so that no predicate is needed. Without patterns every table is an
 * outbox.
 */
final class TableFilter {
    /** What becomes of a change of another table. */
    enum OnOtherTable {
        PASS,
        DROP,
        FAIL
    }

    static final ConfigDef.Validator VALIDATOR = ConfigDef.LambdaValidator.with(
            (key, value) -> {
                if (value != null) {
                    patterns(key, (List<?>) value);
                }
            },
            () -> "regular expressions for schema.table, separated by commas");

    private static final String KEY = ".Key";

    private final List<Pattern> patterns;
    private final BoundedCache<String, Boolean> answers = BoundedCache.ofTexts();

    TableFilter(List<Pattern> patterns) {
        this.patterns = patterns;
    }

    static List<Pattern> patterns(String key, List<?> expressions) {
        return expressions.stream()
                .map(expression -> Regex.compile(key, expression.toString(), Pattern.CASE_INSENSITIVE))
                .toList();
    }

    /** Whether the changed table is an outbox. */
    boolean includes(ChangeEvent change) {
        return patterns.isEmpty() || includes(change.table());
    }

    private boolean includes(String table) {
        return answers.get(
                table,
                name -> patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(name).matches()));
    }

    /**
     * Whether a record without a value follows the delete of an outbox row. It holds no change event, so the table is read off the name
     * of its key schema, {@code prefix.schema.table.Key}.
     */
    boolean includesTombstone(ConnectRecord<?> record) {
        if (patterns.isEmpty()) {
            return true;
        }
        Schema key = record.keySchema();
        if (key == null || key.name() == null || !key.name().endsWith(KEY)) {
            return false;
        }
        String table = key.name().substring(0, key.name().length() - KEY.length());
        int tableStart = table.lastIndexOf('.');
        int schemaStart = table.lastIndexOf('.', tableStart - 1) + 1;
        return tableStart > 0 && includes(table.substring(schemaStart));
    }
}
