package io.effectivelyonce.elasticsearch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** When the server last sealed anything of a lane's: what retry budgets and the blame for failures go by. */
final class Progress {
    private final AtomicBoolean proven;
    private long last = System.nanoTime();

    /**
     * @param proven whether the configuration has proved right once, in whatever lane
     */
    Progress(AtomicBoolean proven) {
        this.proven = proven;
    }

    /** A batch begins; until then there was nothing to make progress with. */
    void begin() {
        last = System.nanoTime();
    }

    void made() {
        proven.set(true);
        last = System.nanoTime();
    }

    /** A server took a control: whatever keeps an operation from getting through, it is no outage. */
    void controlTaken() {
        last = System.nanoTime();
    }

    boolean everMade() {
        return proven.get();
    }

    Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
