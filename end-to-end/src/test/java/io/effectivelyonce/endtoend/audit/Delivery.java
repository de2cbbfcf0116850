package io.effectivelyonce.endtoend.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What Kafka and a worker do to a sink, in short: they deliver in order, the process dies in the middle of a batch, a new one is given
 * everything again from the last committed offset on, and old events are published once more, late.
 */
final class Delivery {
    private static final int BATCH = 5;

    private final List<Event> log;
    private final List<DeadLetters.Letter> letters = new ArrayList<>();
    private int committed;
    private int crashAt = -1;
    private int position;

    Delivery(List<Event> log) {
        this.log = new ArrayList<>(log);
    }

    /** A sink; a new one is made after each crash. */
    interface Sink {
        /** Takes a batch whose first event has the offset {@code first}. */
        void put(List<Event> batch, int first) throws Exception;
    }

    void play(Function<Delivery, Sink> sinks) throws Exception {
        List<Event> late = List.copyOf(log.subList(0, log.size() / 2));
        crashAt = log.size() / 2 + 1;
        run(sinks);
        // the same, late: behind everything that is newer
        log.addAll(late);
        run(sinks);
    }

    private void run(Function<Delivery, Sink> sinks) throws Exception {
        Sink sink = sinks.apply(this);
        while (committed < log.size()) {
            int first = committed;
            try {
                sink.put(log.subList(first, Math.min(log.size(), first + BATCH)), first);
            } catch (Crash e) {
                sink = sinks.apply(this);
            }
        }
    }

    /** Called by a sink: it is about to work on this offset. */
    void at(int offset) {
        position = offset;
    }

    /** Called by a sink at the moment at which it is most vulnerable: it dies here, once. */
    void mayCrash() {
        if (position == crashAt) {
            crashAt = -1;
            throw new Crash();
        }
    }

    /** Called by a sink: everything before this offset is done. */
    void commit(int offset) {
        committed = offset;
    }

    /** Called by a sink: this event can't be applied. */
    void reject(Event event) {
        letters.add(new DeadLetters.Letter(event.key(), "offset " + position));
    }

    List<DeadLetters.Letter> letters() {
        return letters;
    }
}
