package io.effectivelyonce.outbox.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.kafka.connect.data.SchemaAndValue;

/**
 * Turns a JSON text into a value, as a whole or not at all: schema and value are both complete before either replaces the text. A text that
 * can't be expanded without loss stays as it is.
 */
public sealed interface JsonExpansion permits ExpansionWithSchema, ExpansionWithoutSchema {
    /** The words of the option. */
    enum Form {
        /** Structs and arrays with an inferred schema. */
        SCHEMA,
        /** Maps and lists, for converters that write no schemas. */
        SCHEMALESS
    }

    /**
     * Expands a text.
     *
     * @param name the name of the document's schema
     * @param text begins with the bracket of an object or an array
     * @throws UnusableJson when the text has to stay a text
     */
    SchemaAndValue expand(String name, String text);

    /** Schemas, values and converters are read and compared by recursion; some thousand levels overflow the stack of a task. */
    int DEEPEST = 200;

    /** Reads one document with unique names, and nothing behind it. */
    static ObjectMapper strict(DeserializationFeature... features) {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                .build();
        return JsonMapper.builder(factory)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(features)
                .build();
    }

    /** The object or array in the text. */
    static JsonNode parse(ObjectMapper json, String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            throw new UnusableJson("the text doesn't begin with an object or an array");
        }
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UnusableJson(
                    "the text is not one JSON document with unique names, at most " + DEEPEST + " levels deep");
        }
    }
}
