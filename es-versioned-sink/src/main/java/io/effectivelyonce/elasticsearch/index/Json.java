package io.effectivelyonce.elasticsearch.index;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small JSON documents (settings, mappings) as maps, lists and plain values. What is read is written again as it was. */
final class Json {
    private static final JsonFactory JSON = new JsonFactory();

    private Json() {}

    /**
     * Reads one object.
     *
     * @throws IOException if it is something else
     */
    static Map<String, Object> object(String text) throws IOException {
        try (JsonParser json = JSON.createParser(text)) {
            return object(json);
        }
    }

    static Map<String, Object> object(byte[] text) throws IOException {
        try (JsonParser json = JSON.createParser(text)) {
            return object(json);
        }
    }

    private static Map<String, Object> object(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("no JSON object");
        }
        Map<String, Object> object = members(json);
        if (json.nextToken() != null) {
            throw new IOException("something behind the JSON object");
        }
        return object;
    }

    private static Map<String, Object> members(JsonParser json) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, value(json));
        }
        return members;
    }

    private static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> members(json);
            case START_ARRAY -> elements(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> json.getBigIntegerValue();
            case VALUE_NUMBER_FLOAT -> json.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IOException("broken off");
        };
    }

    private static List<Object> elements(JsonParser json) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(json));
        }
        return elements;
    }

    static String text(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> members) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : members.entrySet()) {
                json.writeFieldName((String) member.getKey());
                write(json, member.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> elements) {
            json.writeStartArray();
            for (Object element : elements) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof BigInteger whole) {
            json.writeNumber(whole);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else {
            json.writeString(value.toString());
        }
    }
}
