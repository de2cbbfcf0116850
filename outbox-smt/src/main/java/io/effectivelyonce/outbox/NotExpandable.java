package io.effectivelyonce.outbox;

/** A JSON text that no schema fits as a whole, so that it stays a text. Says why without quoting the text. */
final class NotExpandable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotExpandable(String why) {
        super(why, null, false, false);
    }
}
