package io.effectivelyonce.outbox.json;

/**
 * A JSON text can spell half of a surrogate pair, as in the six characters {@code \}{@code ud800}. Once it is decoded no converter can write
 * it: some throw, others put a question mark in its place.
 */
final class Utf16 {
    private Utf16() {}

    /** The text itself, if UTF-8 can hold it. */
    static String requireWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    throw new UnusableJson("a text holds half of a surrogate pair");
                }
                i++;
            }
        }
        return text;
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }
}
