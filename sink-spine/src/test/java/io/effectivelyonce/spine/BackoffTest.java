package io.effectivelyonce.spine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @RepeatedTest(50)
    void pausesDoubleUpToTheLongestAndLieInTheUpperHalf() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(300));
        for (int ceiling : new int[] {100, 200, 300, 300, 300}) {
            assertThat(backoff.next()).isBetween(Duration.ofMillis(ceiling / 2), Duration.ofMillis(ceiling));
        }
    }

    @Test
    void afterAResetThePauseIsShortAgain() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofDays(1));
        for (int i = 0; i < 100; i++) {
            backoff.next();
        }
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void theLongestPauseWinsOverTheFirst() {
        Backoff backoff = new Backoff(Duration.ofSeconds(10), Duration.ofMillis(20));
        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(20));
    }
}
