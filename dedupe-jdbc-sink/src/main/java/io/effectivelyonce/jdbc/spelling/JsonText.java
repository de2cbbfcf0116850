package io.effectivelyonce.jdbc.spelling;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.effectivelyonce.spine.RecordFault;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Spells a value of Connect as JSON: numbers with every digit, bytes in base 64, dates and times as ISO 8601 text. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator out;

    private JsonText(JsonGenerator out) {
        this.out = out;
    }

    public static String of(Schema schema, Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            new JsonText(out).write(schema, value);
        } catch (StreamConstraintsException e) {
            throw new RecordFault("a value is nested deeper than "
                    + JSON.streamWriteConstraints().getMaxNestingDepth()
                    + " levels, which is more than JSON is written in");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void write(Schema schema, Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Struct struct) {
            struct(struct);
        } else if (value instanceof Map<?, ?> map) {
            map(schema == null ? null : schema.valueSchema(), map);
        } else if (value instanceof List<?> list) {
            list(schema == null ? null : schema.valueSchema(), list);
        } else if (value instanceof Boolean bool) {
            out.writeBoolean(bool);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof byte[] bytes) {
            out.writeBinary(bytes);
        } else if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            out.writeBinary(copy);
        } else if (value instanceof Date date) {
            out.writeString(ValueText.time(schema, date));
        } else {
            out.writeString(value.toString());
        }
    }

    private void struct(Struct struct) throws IOException {
        if (SemanticText.VARIABLE_SCALE_DECIMAL.equals(struct.schema().name())) {
            out.writeNumber(SemanticText.decimal(struct));
            return;
        }
        out.writeStartObject();
        for (Field field : struct.schema().fields()) {
            out.writeFieldName(field.name());
            write(field.schema(), struct.get(field));
        }
        out.writeEndObject();
    }

    private void map(Schema each, Map<?, ?> map) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.writeFieldName(String.valueOf(entry.getKey()));
            write(each, entry.getValue());
        }
        out.writeEndObject();
    }

    private void list(Schema each, List<?> list) throws IOException {
        out.writeStartArray();
        for (Object item : list) {
            write(each, item);
        }
        out.writeEndArray();
    }

    private void number(Number number) throws IOException {
        double size = number.doubleValue();
        if ((number instanceof Double || number instanceof Float) && (Double.isNaN(size) || Double.isInfinite(size))) {
            throw new RecordFault("a number is NaN or infinite, which JSON can't spell");
        }
        if (number instanceof BigDecimal decimal) {
            out.writeNumber(decimal);
        } else {
            out.writeNumber(number.toString());
        }
    }
}
