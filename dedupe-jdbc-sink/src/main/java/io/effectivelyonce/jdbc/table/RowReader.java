package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a record asks of a row. */
public final class RowReader {
    private static final Logger LOG = LoggerFactory.getLogger(RowReader.class);

    private final TableConfig config;
    private final RowKey keys;
    private boolean warned;

    public RowReader(TableConfig config) {
        this.config = config;
        this.keys = new RowKey(config);
    }

    /**
     * The change; empty for a tombstone where nothing is deleted.
     *
     * @throws RecordFault if the record can't become a row
     */
    public Optional<RowChange> read(SinkRecord record) {
        boolean deletion = deletes(record);
        if (deletion && config.deletes().isEmpty()) {
            warnOnce();
            return Optional.empty();
        }
        List<Column> key = keys.of(record);
        demandNoNull(key);
        OptionalLong version = config.guard().isPresent()
                ? OptionalLong.of(RowVersion.of(config.guard().get().from(), record))
                : OptionalLong.empty();
        List<Column> others = deletion ? List.of() : others(record, key);
        if (key.isEmpty() && others.isEmpty()) {
            throw new RecordFault("the record has no field to write; correct it, or " + TableKeys.FIELDS_WHITELIST);
        }
        return Optional.of(
                new RowChange(table(record), deletion, key, others, version, record.value() instanceof Struct));
    }

    private boolean deletes(SinkRecord record) {
        if (record.value() == null) {
            return true;
        }
        TableConfig.Deletes how = config.deletes().orElse(null);
        if (how == null || how.whenIn().isEmpty()) {
            return false;
        }
        Selected kind = how.whenFrom().select(record);
        return kind.hasValue() && how.whenIn().contains(kindOf(how, kind));
    }

    /** A flag such as {@code __deleted} may be a text or a boolean. */
    private static String kindOf(TableConfig.Deletes how, Selected kind) {
        return kind.value() instanceof Boolean flag ? flag.toString() : IdText.of(how.whenFrom(), kind);
    }

    private void warnOnce() {
        if (!warned) {
            warned = true;
            LOG.warn(
                    "A tombstone came, and {} is false: it is counted as not wanted. To delete rows set it to true.",
                    TableKeys.DELETE_ENABLED);
        }
    }

    private TableName table(SinkRecord record) {
        try {
            return config.tables().of(record.topic());
        } catch (IllegalArgumentException e) {
            throw new RecordFault(Reaction.FAIL, e.getMessage());
        }
    }

    private void demandNoNull(List<Column> key) {
        if (key.isEmpty() && config.keyed()) {
            throw new RecordFault("the record has no field for a key; let the producer send one, or choose another "
                    + TableKeys.PK_MODE);
        }
        for (Column column : key) {
            if (!column.value().hasValue()) {
                throw new RecordFault("the key column " + column.name() + " is "
                        + (column.value().present() ? "null" : "missing")
                        + ", and no row has such a key; let the producer send it, or name others with "
                        + TableKeys.PK_FIELDS);
            }
        }
    }

    private List<Column> others(SinkRecord record, List<Column> key) {
        Set<String> taken = new HashSet<>();
        key.forEach(column -> taken.add(column.name()));
        config.guard().ifPresent(guard -> taken.add(guard.column()));
        config.deletes().flatMap(TableConfig.Deletes::flag).ifPresent(taken::add);
        Set<String> reserved = Set.copyOf(taken);
        List<Column> others = new ArrayList<>();
        for (Column column : Fields.of(record.valueSchema(), record.value(), "value")) {
            String name = config.tables().column(column.name());
            boolean wanted = config.fields().isEmpty() || config.fields().contains(column.name());
            if (wanted && !reserved.contains(name)) {
                if (!taken.add(name)) {
                    throw new RecordFault("two fields of the value would go to column " + name + "; set "
                            + TableKeys.QUOTE + "=always, or rename one");
                }
                others.add(new Column(name, column.value()));
            }
        }
        return others;
    }
}
