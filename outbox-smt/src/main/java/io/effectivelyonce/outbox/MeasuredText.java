package io.effectivelyonce.outbox;

/**
 * A text that may be read only so often. Some regular expressions take time that doubles with each character of a text that they don't match;
 * the task would hang there, in a place where nothing stops it and nobody is told.
 */
final class MeasuredText implements CharSequence {
    /** Thrown into the matcher when the text has been read often enough. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Exhausted() {
            super("The text was read too often", null, false, false);
        }
    }

    /** Takes well under a second, and is thousands of times more than a simple expression reads of a long text. */
    private static final int READS = 20_000_000;

    private final String text;
    private int reads;

    MeasuredText(String text) {
        this.text = text;
    }

    @Override
    public char charAt(int index) {
        if (++reads > READS) {
            throw new Exhausted();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
