package io.effectivelyonce.spine.select;

import io.effectivelyonce.spine.RecordFault;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A place in a record: {@code key}, {@code key.id}, {@code value.order.id}, {@code value.`a.b`}, {@code header.id},
 * {@code topic}, {@code partition}, {@code offset}, {@code timestamp}, and inside {@code for.each} also {@code item} and
 * {@code item.sku}. Works on {@link Struct} and on schemaless {@link Map} alike.
 */
public final class Selector {
    private final Root root;
    private final List<String> path;
    private final String text;

    Selector(Root root, List<String> path, String text) {
        this.root = root;
        this.path = List.copyOf(path);
        this.text = text;
    }

    /**
     * Parses a selector.
     *
     * @throws SelectorSyntaxException with the position of the problem
     */
    public static Selector parse(String text) {
        return new SelectorParser(text).parse();
    }

    /** The field of the record value with this very name, dots and all. */
    public static Selector valueField(String name) {
        return new Selector(Root.VALUE, List.of(name), "value." + name);
    }

    public Root root() {
        return root;
    }

    /** What the record holds at this place; {@code item} is missing here. */
    public Selected select(SinkRecord record) {
        return select(record, Selected.missing());
    }

    /**
     * What the record holds at this place.
     *
     * @param item the element at hand inside {@code for.each}
     * @throws RecordFault if the header occurs more than once with different values
     */
    public Selected select(SinkRecord record, Selected item) {
        return switch (root) {
            case KEY -> walk(Selected.of(record.keySchema(), record.key()), 0);
            case VALUE -> walk(Selected.of(record.valueSchema(), record.value()), 0);
            case HEADER -> walk(header(record), 1);
            case TOPIC -> Selected.of(Schema.STRING_SCHEMA, record.topic());
            case PARTITION -> Selected.of(Schema.INT32_SCHEMA, record.originalKafkaPartition());
            case OFFSET -> Selected.of(Schema.INT64_SCHEMA, record.originalKafkaOffset());
            case TIMESTAMP -> Selected.of(Schema.OPTIONAL_INT64_SCHEMA, record.timestamp());
            case ITEM -> walk(item, 0);
        };
    }

    private Selected walk(Selected start, int from) {
        Selected here = start;
        for (String name : path.subList(from, path.size())) {
            here = child(here, name);
        }
        return here;
    }

    private static Selected child(Selected parent, String name) {
        if (parent.value() instanceof Struct struct) {
            Field field = struct.schema().field(name);
            // a field that is null is null: the default of its schema would be a guess, and the same guess for every
            // record
            return field == null
                    ? Selected.missing()
                    : Selected.of(field.schema(), struct.getWithoutDefault(field.name()));
        }
        if (parent.value() instanceof Map<?, ?> map && map.containsKey(name)) {
            Schema schema = parent.schema();
            return Selected.of(schema == null ? null : schema.valueSchema(), map.get(name));
        }
        return Selected.missing();
    }

    private Selected header(SinkRecord record) {
        String name = path.get(0);
        Selected found = Selected.missing();
        for (Header header : record.headers()) {
            if (header.key().equals(name)) {
                if (found.present() && !Objects.deepEquals(found.value(), header.value())) {
                    throw new RecordFault("header '" + name
                            + "' occurs more than once with different values; which one counts can't be guessed."
                            + " Let the producer or a transform keep one");
                }
                found = Selected.of(header.schema(), header.value());
            }
        }
        return found;
    }

    /** The one spelling of this place: backticks only where a name needs them. */
    public String canonical() {
        StringBuilder canonical = new StringBuilder(root.word());
        for (String name : path) {
            boolean plain = name.indexOf('.') < 0 && name.indexOf('`') < 0;
            canonical
                    .append('.')
                    .append(plain ? name : '`' + name.replace("\\", "\\\\").replace("`", "\\`") + '`');
        }
        return canonical.toString();
    }

    /** The selector as it was configured. */
    @Override
    public String toString() {
        return text;
    }
}
