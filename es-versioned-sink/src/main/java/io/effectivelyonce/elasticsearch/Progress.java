package io.effectivelyonce.elasticsearch;

import java.time.Duration;

/** When the server last sealed anything: what retry budgets and the blame for failures go by. Used by the sender alone. */
final class Progress {
    private boolean ever;
    private long last = System.nanoTime();

    /** A batch begins; until then there was nothing to make progress with. */
    void begin() {
        last = System.nanoTime();
    }

    void made() {
        ever = true;
        last = System.nanoTime();
    }

    /** A server took a control: whatever keeps an operation from getting through, it is no outage. */
    void controlTaken() {
        last = System.nanoTime();
    }

    /** Whether the configuration has proved right once. */
    boolean everMade() {
        return ever;
    }

    Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
