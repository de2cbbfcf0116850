package io.effectivelyonce.outbox.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The content of a logical message, which arrives as bytes or, under the other modes of {@code binary.handling.mode}, as base64 or
 * hexadecimal text.
 *
 * <p>Which of the two a text is shows in its first character, since what it encodes begins with a brace or with white space: that is 7, 2
 * or 0 in hexadecimal digits, and e, I, C or D in base64.
 */
final class MessageContent {
    private MessageContent() {}

    /** The text that the content encodes, or nothing where it encodes none. */
    static Optional<String> document(Object content) {
        if (content instanceof byte[] bytes) {
            return text(ByteBuffer.wrap(bytes));
        }
        if (content instanceof ByteBuffer bytes) {
            return text(bytes.duplicate());
        }
        return content instanceof String encoded && !encoded.isEmpty()
                ? decode(encoded).flatMap(MessageContent::text)
                : Optional.empty();
    }

    /** The content for people and programs that look for what went wrong: its text, or its bytes in hexadecimal digits. */
    static String raw(Object content) {
        if (content instanceof byte[] bytes) {
            return text(ByteBuffer.wrap(bytes)).orElseGet(() -> HexFormat.of().formatHex(bytes));
        }
        if (content instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return raw(bytes);
        }
        return content instanceof String text ? text : null;
    }

    private static Optional<ByteBuffer> decode(String encoded) {
        try {
            byte[] bytes = switch (encoded.charAt(0)) {
                case '7', '2', '0' -> HexFormat.of().parseHex(encoded);
                default -> Base64.getDecoder().decode(encoded.replace('-', '+').replace('_', '/'));
            };
            return Optional.of(ByteBuffer.wrap(bytes));
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
