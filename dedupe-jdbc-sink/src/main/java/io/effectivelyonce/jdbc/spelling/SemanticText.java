package io.effectivelyonce.jdbc.spelling;

import io.effectivelyonce.spine.RecordFault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Values whose schema has a name that says what they mean: the semantic types of Debezium, and the unions that the converters
 * of Avro and Protobuf make. Where the server wants a number, a number stays what it is.
 */
final class SemanticText {
    private static final String TIME = "io.debezium.time.";
    private static final String DATA = "io.debezium.data.";

    static final String VARIABLE_SCALE_DECIMAL = DATA + "VariableScaleDecimal";

    /** One field for each branch, of which one is not null. */
    private static final Set<String> UNIONS =
            Set.of("io.confluent.connect.avro.Union", "io.confluent.connect.protobuf.Union");

    /** What says in a well-known binary whether it has a spatial reference of its own (the extended form). */
    private static final int HAS_SRID = 0x20000000;

    private SemanticText() {}

    /** The text of such a value; empty if it means no more than it is. */
    static Optional<String> of(Schema schema, Object value, ServerType type) {
        if (schema == null || schema.name() == null) {
            return Optional.empty();
        }
        try {
            if (value instanceof Number number && schema.name().startsWith(TIME)) {
                return type.number() ? Optional.empty() : time(schema.name(), number.longValue());
            }
            if (value instanceof Struct struct) {
                return struct(struct, type);
            }
            return schema.name().startsWith(DATA) ? data(schema, value, type) : Optional.empty();
        } catch (DateTimeException | ArithmeticException e) {
            throw new RecordFault("a " + schema.name() + " is out of range");
        }
    }

    /** What a union holds, with the schema of the branch; the value itself if it is no union. */
    static Optional<Field> branch(Struct struct) {
        return UNIONS.contains(String.valueOf(struct.schema().name()))
                ? struct.schema().fields().stream()
                        .filter(field -> struct.getWithoutDefault(field.name()) != null)
                        .findFirst()
                : Optional.empty();
    }

    private static Optional<String> time(String name, long count) {
        return Optional.ofNullable(
                switch (name.substring(TIME.length())) {
                    case "Date" -> TimeText.date(LocalDate.ofEpochDay(count));
                    case "Time" -> TimeText.timeOfDay(Math.multiplyExact(count, 1_000_000L));
                    case "MicroTime" -> TimeText.timeOfDay(Math.multiplyExact(count, 1_000L));
                    case "NanoTime" -> TimeText.timeOfDay(count);
                    case "Timestamp" -> TimeText.moment(Instant.ofEpochMilli(count));
                    case "MicroTimestamp" -> TimeText.moment(Instant.EPOCH.plus(count, ChronoUnit.MICROS));
                    case "NanoTimestamp" -> TimeText.moment(Instant.EPOCH.plusNanos(count));
                    case "MicroDuration" -> count + " microseconds";
                    case "NanoDuration" -> BigDecimal.valueOf(count, 3).toPlainString() + " microseconds";
                    default -> null;
                });
    }

    private static Optional<String> data(Schema schema, Object value, ServerType type) {
        if (schema.name().equals(DATA + "Bits") && type.bits()) {
            return bytes(value).map(bytes -> bits(bytes, schema));
        }
        if (schema.name().equals(DATA + "EnumSet") && type.array() && value instanceof String set) {
            StringJoiner array = new StringJoiner(",", "{", "}");
            List.of(set.isEmpty() ? new String[0] : set.split(","))
                    .forEach(one -> array.add(ValueText.element(StorableText.demand("a text", one))));
            return Optional.of(array.toString());
        }
        return Optional.empty();
    }

    /** Debezium gives the lowest byte first; the server reads the highest bit first. */
    private static String bits(byte[] littleEndian, Schema schema) {
        String length = schema.parameters() == null ? null : schema.parameters().get("length");
        int wanted = length == null ? littleEndian.length * 8 : Integer.parseInt(length);
        StringBuilder bits = new StringBuilder(wanted);
        for (int bit = wanted - 1; bit >= 0; bit--) {
            boolean set = bit / 8 < littleEndian.length && (littleEndian[bit / 8] >> (bit % 8) & 1) == 1;
            bits.append(set ? '1' : '0');
        }
        return bits.toString();
    }

    private static Optional<String> struct(Struct struct, ServerType type) {
        String name = struct.schema().name();
        if (name.equals(VARIABLE_SCALE_DECIMAL)) {
            return Optional.of(decimal(struct).toPlainString());
        }
        if (name.startsWith(DATA + "geometry.")) {
            return geometry(struct, type);
        }
        return type.json()
                ? Optional.empty()
                : branch(struct)
                        .map(field -> ValueText.of(field.schema(), struct.getWithoutDefault(field.name()), type));
    }

    /** Every digit of a number that brings its own scale. */
    static BigDecimal decimal(Struct variable) {
        byte[] unscaled = bytes(variable.get("value")).orElseThrow(() -> new RecordFault("a decimal has no value"));
        return new BigDecimal(new BigInteger(unscaled), variable.getInt32("scale"));
    }

    private static Optional<String> geometry(Struct struct, ServerType type) {
        if (type.name().equals("point") && struct.schema().field("x") != null) {
            return Optional.of("(" + struct.get("x") + "," + struct.get("y") + ")");
        }
        Optional<byte[]> wkb = struct.schema().field("wkb") == null ? Optional.empty() : bytes(struct.get("wkb"));
        if (wkb.isPresent() && type.spatial()) {
            Object srid = struct.schema().field("srid") == null ? null : struct.get("srid");
            return Optional.of(HexFormat.of()
                    .formatHex(srid instanceof Integer known ? withReference(wkb.get(), known) : wkb.get()));
        }
        return type.bytes() ? wkb.map(plain -> "\\x" + HexFormat.of().formatHex(plain)) : Optional.empty();
    }

    /** The extended form of a well-known binary; one that is extended already stays as it is. */
    private static byte[] withReference(byte[] wkb, int srid) {
        if (wkb.length < 5) {
            return wkb;
        }
        ByteOrder order = wkb[0] == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int kind = ByteBuffer.wrap(wkb).order(order).getInt(1);
        if ((kind & HAS_SRID) != 0) {
            return wkb;
        }
        return ByteBuffer.allocate(wkb.length + 4)
                .order(order)
                .put(wkb[0])
                .putInt(kind | HAS_SRID)
                .putInt(srid)
                .put(wkb, 5, wkb.length - 5)
                .array();
    }

    static Optional<byte[]> bytes(Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            return Optional.of(copy);
        }
        return value instanceof byte[] bytes ? Optional.of(bytes) : Optional.empty();
    }
}
