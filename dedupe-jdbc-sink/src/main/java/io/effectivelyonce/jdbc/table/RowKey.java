package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record carries the key of its row. */
final class RowKey {
    /** The names that other sinks give to the columns of the coordinates. */
    static final List<String> COORDINATES = List.of("__connect_topic", "__connect_partition", "__connect_offset");

    private final TableConfig config;
    private final List<Selector> headers;

    RowKey(TableConfig config) {
        this.config = config;
        this.headers = config.keyMode() == KeyMode.RECORD_HEADER
                ? config.keyFields().stream().map(RowKey::header).toList()
                : List.of();
    }

    private static Selector header(String name) {
        return Selector.parse("header.`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`");
    }

    /** The columns of the key; a value in them may be missing. */
    List<Column> of(SinkRecord record) {
        return switch (config.keyMode()) {
            case NONE -> List.of();
            case KAFKA -> coordinates(record);
            case RECORD_KEY -> ofRecordKey(record);
            case RECORD_VALUE -> chosen(Fields.of(record.valueSchema(), record.value(), "value"));
            case RECORD_HEADER -> ofHeaders(record);
        };
    }

    private List<Column> coordinates(SinkRecord record) {
        List<String> names = config.keyFields().isEmpty() ? COORDINATES : config.keyFields();
        return List.of(
                column(names.get(0), Selected.of(Schema.STRING_SCHEMA, record.originalTopic())),
                column(names.get(1), Selected.of(Schema.INT32_SCHEMA, record.originalKafkaPartition())),
                column(names.get(2), Selected.of(Schema.INT64_SCHEMA, record.originalKafkaOffset())));
    }

    private List<Column> ofRecordKey(SinkRecord record) {
        if (record.key() == null) {
            throw new RecordFault("the record has no key, and " + TableKeys.PK_MODE
                    + " is record_key; let the producer send one, or a transform make one");
        }
        if (Fields.has(record.key())) {
            return chosen(Fields.of(record.keySchema(), record.key(), "key"));
        }
        if (config.keyFields().size() != 1) {
            throw new RecordFault(
                    Reaction.FAIL,
                    "the record key is one value without fields, and " + TableKeys.PK_FIELDS + " names "
                            + config.keyFields().size() + " columns; name the one column that it goes to");
        }
        return List.of(column(config.keyFields().get(0), Selected.of(record.keySchema(), record.key())));
    }

    private List<Column> ofHeaders(SinkRecord record) {
        List<Column> key = new ArrayList<>(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            key.add(column(config.keyFields().get(i), headers.get(i).select(record)));
        }
        return key;
    }

    private List<Column> chosen(List<Column> fields) {
        if (config.keyFields().isEmpty()) {
            // in one order, whatever the order in the map or in another version of the schema
            return fields.stream()
                    .map(field -> column(field.name(), field.value()))
                    .sorted(Comparator.comparing(Column::name))
                    .toList();
        }
        Map<String, Selected> byName = new HashMap<>();
        fields.forEach(field -> byName.put(field.name(), field.value()));
        return config.keyFields().stream()
                .map(name -> column(name, byName.getOrDefault(name, Selected.missing())))
                .toList();
    }

    private Column column(String name, Selected value) {
        return new Column(config.tables().column(name), value);
    }
}
