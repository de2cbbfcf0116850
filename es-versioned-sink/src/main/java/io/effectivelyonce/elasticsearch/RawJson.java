package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.effectivelyonce.spine.RecordFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON text that goes to the server to the letter, after one pass that checks that it is one object and nothing else. */
final class RawJson {
    private static final JsonFactory JSON = new JsonFactory();

    private RawJson() {}

    /**
     * The text in UTF-8, on one line.
     *
     * @throws RecordFault if it is no JSON object
     */
    static byte[] oneLine(String text) {
        demandOneObject(new StringReader(text));
        if (holdsHalfAPair(text)) {
            throw new RecordFault("the value is text with half of a surrogate pair, which can't be sent as UTF-8");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        join(bytes);
        return bytes;
    }

    /** Text that is in UTF-8 already. Whatever is something else is refused, not replaced. */
    static byte[] oneLine(byte[] text) {
        demandOneObject(new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8.newDecoder()));
        byte[] bytes = text.clone();
        join(bytes);
        return bytes;
    }

    /** Line feeds outside of strings are blanks to JSON, and inside they can't stand as they are. */
    private static void join(byte[] lines) {
        for (int i = 0; i < lines.length; i++) {
            if (lines[i] == '\n' || lines[i] == '\r') {
                lines[i] = ' ';
            }
        }
    }

    private static void demandOneObject(Reader text) {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new RecordFault("the value is text that is no JSON object; a document must be one");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new RecordFault(
                        "the value is text with something behind its JSON object; a document must be one object");
            }
        } catch (CharacterCodingException e) {
            throw new RecordFault("the value is bytes that are no UTF-8; a document must be JSON in UTF-8");
        } catch (IOException e) {
            throw new RecordFault("the value is text that is not well-formed JSON; a document must be a JSON object");
        }
    }

    private static boolean holdsHalfAPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
