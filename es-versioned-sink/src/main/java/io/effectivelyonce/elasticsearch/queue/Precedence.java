package io.effectivelyonce.elasticsearch.queue;

import java.util.Comparator;

/** Which of two operations on a document has the last word, as the server would have it if they came one by one. */
public enum Precedence {
    /** Of equal versions the first to come stays. */
    FIRST_OF_EQUALS,
    /** Of equal versions the last to come stays. */
    LAST_OF_EQUALS;

    /** The higher has the last word. */
    Comparator<Open<?>> order() {
        Comparator<Open<?>> versions =
                Comparator.comparingLong(open -> open.operation().version());
        Comparator<Open<?>> arrivals = Comparator.comparingLong(Open::arrival);
        return versions.thenComparing(this == LAST_OF_EQUALS ? arrivals : arrivals.reversed());
    }

    /** Whether {@code other} need not be sent any more once {@code acknowledged} was. */
    boolean settles(Open<?> acknowledged, Open<?> other) {
        long versions =
                acknowledged.operation().version() - other.operation().version(); // never negative, so no overflow
        return versions > 0 || (versions == 0 && (this == FIRST_OF_EQUALS || acknowledged.arrival() > other.arrival()));
    }
}
