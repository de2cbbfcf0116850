package io.effectivelyonce.jdbc;

/** A configured statement that can't be taken apart; the message names the position. */
final class SqlSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    SqlSyntaxException(int position, String problem) {
        super("position " + (position + 1) + ": " + problem);
    }
}
