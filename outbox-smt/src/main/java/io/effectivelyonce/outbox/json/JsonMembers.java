package io.effectivelyonce.outbox.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The members of a JSON object, each with its text as it was written: what is inside is not read any further, so that no number is rounded
 * and no nested document is written anew.
 */
public final class JsonMembers {
    /** What a member is. */
    public enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL,
        /** An object or an array. */
        DOCUMENT
    }

    /**
     * One member.
     *
     * @param text the content of a text; of anything else what stands in the document; null for a null
     */
    public record Member(Kind kind, String text) {}

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonMembers() {}

    /**
     * The members in the order of the document.
     *
     * @throws UnusableJson when the text is not one object with unique names
     */
    public static Map<String, Member> of(String document) {
        try (JsonParser parser = JSON.createParser(document)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnusableJson("no JSON object");
            }
            Map<String, Member> members = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = Utf16.requireWhole(parser.currentName());
                members.put(name, member(parser, document));
            }
            if (parser.nextToken() != null) {
                throw new UnusableJson("a JSON object with something behind it");
            }
            return members;
        } catch (IOException e) {
            throw new UnusableJson("no JSON object with unique names");
        }
    }

    private static Member member(JsonParser parser, String document) throws IOException {
        return switch (parser.nextToken()) {
            case VALUE_STRING -> new Member(Kind.TEXT, Utf16.requireWhole(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Member(Kind.NUMBER, parser.getText());
            case VALUE_TRUE, VALUE_FALSE -> new Member(Kind.BOOLEAN, parser.getText());
            case VALUE_NULL -> new Member(Kind.NULL, null);
            default -> {
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                int end = (int) parser.currentLocation().getCharOffset();
                yield new Member(Kind.DOCUMENT, document.substring(start, end));
            }
        };
    }
}
