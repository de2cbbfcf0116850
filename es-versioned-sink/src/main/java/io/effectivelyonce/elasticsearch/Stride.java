package io.effectivelyonce.elasticsearch;

/**
 * How many operations a lane puts into one request: all that its batch has, until requests fail again and again in a way that
 * smaller ones may not (too many requests, no answer in time). Then half as many, and twice as many after each that gets
 * through. Used by one lane.
 */
final class Stride {
    private static final int FAILURES_BEFORE_SHORTER = 3;

    private int operations = Integer.MAX_VALUE;
    private int failures;

    int operations() {
        return operations;
    }

    /** A request with so many was too much for the server, or may have been. */
    void tooLong(int sent) {
        failures++;
        if (failures >= FAILURES_BEFORE_SHORTER) {
            operations = Math.max(1, sent / 2);
        }
    }

    /** A request got through. */
    void passed() {
        failures = 0;
        operations = operations > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * operations;
    }
}
