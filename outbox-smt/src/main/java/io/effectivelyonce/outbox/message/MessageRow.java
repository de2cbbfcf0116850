package io.effectivelyonce.outbox.message;

import io.effectivelyonce.outbox.cache.BoundedCache;
import io.effectivelyonce.outbox.json.JsonMembers.Kind;
import io.effectivelyonce.outbox.json.JsonMembers.Member;
import io.effectivelyonce.outbox.row.RowFault;
import io.effectivelyonce.outbox.row.RowIdentity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Gives the members of a message the types of columns. A type follows from the kind of the member and never from the size of a number, so
 * that the key of an aggregate keeps its schema: texts are STRING, whole numbers INT64, other numbers FLOAT64, objects and arrays the STRING
 * of their text. The payload is a STRING whatever it holds.
 */
final class MessageRow {
    private record Column(String name, Schema type) {}

    private record Layout(String topic, List<Column> columns) {}

    private final String payload;
    private final BoundedCache<Layout, Schema> schemas = BoundedCache.ofSchemas();

    /** @param payload the column that holds the payload */
    MessageRow(String payload) {
        this.payload = payload;
    }

    /** The row of a message; a number that fits no type is a fault, and so is a member that no column can be named after. */
    Struct of(String topic, RowIdentity identity, Map<String, Member> members) {
        if (members.containsKey("")) {
            throw new RowFault(identity, "content", "a name for every member", "a member without one");
        }
        List<Column> columns = new ArrayList<>(members.size());
        members.forEach((name, member) -> columns.add(new Column(name, type(name, member))));
        Schema schema = schemas.get(new Layout(topic, columns), MessageRow::schema);
        Struct row = new Struct(schema);
        columns.forEach(column -> row.put(column.name(), value(identity, column, members.get(column.name()))));
        return row;
    }

    private static Schema schema(Layout layout) {
        SchemaBuilder schema = SchemaBuilder.struct().name(layout.topic() + ".Value");
        layout.columns().forEach(column -> schema.field(column.name(), column.type()));
        return schema.build();
    }

    private Schema type(String name, Member member) {
        if (name.equals(payload)) {
            return Schema.OPTIONAL_STRING_SCHEMA;
        }
        return switch (member.kind()) {
            case BOOLEAN -> Schema.OPTIONAL_BOOLEAN_SCHEMA;
            case NUMBER -> isWhole(member.text()) ? Schema.OPTIONAL_INT64_SCHEMA : Schema.OPTIONAL_FLOAT64_SCHEMA;
            default -> Schema.OPTIONAL_STRING_SCHEMA;
        };
    }

    private static boolean isWhole(String number) {
        return number.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
    }

    private static Object value(RowIdentity identity, Column column, Member member) {
        if (member.kind() == Kind.NULL) {
            return null;
        }
        return switch (column.type().type()) {
            case BOOLEAN -> Boolean.valueOf(member.text());
            case INT64 -> wholeNumber(identity, column.name(), member.text());
            case FLOAT64 -> fraction(identity, column.name(), member.text());
            default -> member.text();
        };
    }

    private static Long wholeNumber(RowIdentity identity, String column, String digits) {
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException e) {
            throw new RowFault(identity, column, "a number within INT64", "a number beyond");
        }
    }

    private static Double fraction(RowIdentity identity, String column, String digits) {
        double number = Double.parseDouble(digits);
        if (!isExact(number, digits)) {
            throw new RowFault(identity, column, "a number that FLOAT64 holds exactly", "a number that it would round");
        }
        return number;
    }

    private static boolean isExact(double number, String digits) {
        try {
            return Double.isFinite(number) && BigDecimal.valueOf(number).compareTo(new BigDecimal(digits)) == 0;
        } catch (NumberFormatException exponentBeyondInt) {
            return false;
        }
    }
}
