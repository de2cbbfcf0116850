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
        long version = acknowledged.operation().version();
        return settles(version, other.operation().version())
                || (version == other.operation().version() && acknowledged.arrival() > other.arrival());
    }

    /** Whether an operation of this version need not be sent when it comes behind an acknowledged one. */
    boolean settles(long acknowledged, long later) {
        return acknowledged > later || (acknowledged == later && this == FIRST_OF_EQUALS);
    }
}
