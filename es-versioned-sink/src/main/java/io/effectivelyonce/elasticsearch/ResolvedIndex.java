package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;

/**
 * What the server knows under a name, from its answer to {@code GET /_resolve/index/NAME}.
 *
 * @param aliased how many indices an alias of this name stands for; 0 if it is no alias
 * @param dataStream whether it is a data stream
 */
record ResolvedIndex(int aliased, boolean dataStream) {
    private static final JsonFactory JSON = new JsonFactory();

    static ResolvedIndex parse(InputStream body) throws IOException {
        int aliased = 0;
        boolean dataStream = false;
        try (JsonParser json = JSON.createParser(body)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("aliases")) {
                    aliased = indicesOfAliases(json);
                } else if (field.equals("data_streams")) {
                    dataStream = json.nextToken() == JsonToken.START_OBJECT;
                    skipRest(json);
                } else {
                    json.skipChildren();
                }
            }
        }
        return new ResolvedIndex(aliased, dataStream);
    }

    private static int indicesOfAliases(JsonParser json) throws IOException {
        int count = 0;
        while (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean indices = json.currentName().equals("indices");
                json.nextToken();
                if (indices && json.currentToken() == JsonToken.START_ARRAY) {
                    while (json.nextToken() == JsonToken.VALUE_STRING) {
                        count++;
                    }
                } else {
                    json.skipChildren();
                }
            }
        }
        return count;
    }

    /** Goes on to the end of the array whose first token was just read. */
    private static void skipRest(JsonParser json) throws IOException {
        while (json.currentToken() != null && json.currentToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
            json.nextToken();
        }
    }
}
