package io.effectivelyonce.localstack;

/** A Connect worker refused a request, or a connector isn't what was waited for. The message holds the worker's own words. */
public final class RestFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    RestFailedException(int status, String message) {
        super(message);
        this.status = status;
    }

    RestFailedException(String message, Throwable cause) {
        super(message, cause);
        this.status = 0;
    }

    /** The HTTP status of the answer, 0 if there was none. */
    public int status() {
        return status;
    }
}
