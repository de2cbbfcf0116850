package io.effectivelyonce.outbox.json;

/** A JSON text that can't become what was asked for. The message says why, without the text. */
public final class UnusableJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableJson(String message) {
        super(message, null, false, false);
    }
}
