package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads the answer to a bulk request as a stream; what isn't needed to judge an item is passed over. */
final class BulkResponse {
    /** A reason may quote a whole document; how long an answer may be is the transport's to say. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /**
     * What became of one operation.
     *
     * @param errorType empty if there is no error
     * @param reason the server's words, which may quote the document: to be judged, never to be shown
     */
    record Item(int status, String errorType, String reason) {
        /** All that went well are one: how well (created, updated, nothing to delete) makes no difference. */
        static final Item FINE = new Item(200, "", "");

        boolean isError() {
            return !errorType.isEmpty();
        }

        /** The reason stays out of messages and logs. */
        @Override
        public String toString() {
            return "status " + status + (isError() ? ", " + errorType : "");
        }
    }

    private BulkResponse() {}

    /**
     * The items in the order of the request. If the server says beforehand that there are no errors, they are only counted.
     *
     * @throws IOException if this is no bulk response
     */
    static List<Item> items(InputStream body) throws IOException {
        try (JsonParser json = JSON.createParser(body)) {
            boolean fine = false;
            demand(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("errors")) {
                    fine = value == JsonToken.VALUE_FALSE;
                } else if (field.equals("items") && value == JsonToken.START_ARRAY) {
                    return fine ? Collections.nCopies(count(json), Item.FINE) : itemsOf(json);
                }
                json.skipChildren();
            }
            throw new IOException("no items");
        }
    }

    /** The type of the error of a request that was refused as a whole; a general word if there is none to be found. */
    static String errorType(InputStream body) {
        try (JsonParser json = JSON.createParser(body)) {
            demand(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("error") && json.currentToken() == JsonToken.START_OBJECT) {
                    return error(json)[0];
                }
                json.skipChildren();
            }
        } catch (IOException e) {
            return "no error type"; // a proxy's page, for instance
        }
        return "no error type";
    }

    private static int count(JsonParser json) throws IOException {
        int count = 0;
        while (json.nextToken() == JsonToken.START_OBJECT) {
            json.skipChildren();
            count++;
        }
        demand(json.currentToken() == JsonToken.END_ARRAY);
        return count;
    }

    private static List<Item> itemsOf(JsonParser json) throws IOException {
        List<Item> items = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            demand(json.nextToken() == JsonToken.FIELD_NAME);
            demand(json.nextToken() == JsonToken.START_OBJECT);
            items.add(item(json));
            demand(json.nextToken() == JsonToken.END_OBJECT);
        }
        demand(json.currentToken() == JsonToken.END_ARRAY);
        return items;
    }

    private static Item item(JsonParser json) throws IOException {
        int status = 0;
        String[] error = {"", ""};
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("status")) {
                demand(value == JsonToken.VALUE_NUMBER_INT);
                status = json.getIntValue();
            } else if (field.equals("error") && value == JsonToken.START_OBJECT) {
                error = error(json);
            } else {
                json.skipChildren();
            }
        }
        demand(status != 0);
        return status / 100 == 2 ? Item.FINE : new Item(status, error[0], error[1]);
    }

    /** Type and reason of the error object that the parser has just entered. */
    private static String[] error(JsonParser json) throws IOException {
        String type = "no error type";
        String reason = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("type") && value == JsonToken.VALUE_STRING) {
                type = json.getText();
            } else if (field.equals("reason") && value == JsonToken.VALUE_STRING) {
                reason = json.getText();
            } else {
                json.skipChildren();
            }
        }
        return new String[] {type, reason};
    }

    private static void demand(boolean asExpected) throws IOException {
        if (!asExpected) {
            throw new IOException("not a bulk response");
        }
    }
}
