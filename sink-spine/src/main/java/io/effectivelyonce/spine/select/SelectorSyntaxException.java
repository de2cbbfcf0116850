package io.effectivelyonce.spine.select;

/** A selector that can't be parsed; the message names the position. */
public final class SelectorSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    SelectorSyntaxException(String selector, int position, String problem) {
        super("selector '" + selector + "', position " + (position + 1) + ": " + problem);
        this.position = position;
    }

    /** Where in the text the problem begins, counted from 0. */
    public int position() {
        return position;
    }
}
