package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.MissingColumn;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;

/**
 * What the connector knows of a change beside the row: the fields of its {@code source} block, with their own types.
 *
 * @param fields  the field, and the header where it isn't called like the field
 * @param missing what becomes of a field that the connector doesn't have
 */
public record SourceHeaders(List<Named> fields, MissingColumn missing) implements HeaderPart {
    /** Reads items {@code field[:header]}. */
    public static SourceHeaders parse(String key, List<?> items, MissingColumn missing) {
        return new SourceHeaders(Named.parse(key, items), missing);
    }

    /** The names of the headers. */
    public List<String> names() {
        return fields.stream().map(SourceHeaders::header).toList();
    }

    @Override
    public void write(EventBasis event, Headers headers) {
        Struct source = event.row().change().source();
        for (Named named : fields) {
            Field field = source == null ? null : source.schema().field(named.before());
            if (field != null) {
                HeaderPart.set(headers, header(named), source.get(field), field.schema());
            } else if (missing == MissingColumn.ERROR) {
                throw event.row().fault("source." + named.before(), "a field of the source block", known(source));
            }
        }
    }

    private static String header(Named named) {
        return named.after() == null ? named.before() : named.after();
    }

    private static String known(Struct source) {
        return source == null
                ? "no source block"
                : source.schema().fields().stream().map(Field::name).collect(Collectors.joining(", ", "only ", ""));
    }
}
