package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.jdbc.SqlFault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final SqlFault GONE = new SqlFault(Kind.ENVIRONMENT, "08006", "connecting failed");
    private static final SqlFault FULL = new SqlFault(Kind.ENVIRONMENT, "53100", "statement 'one' failed");
    private static final String RECORD = "topic orders, partition 0, offset 17";

    private Instant now = Instant.parse("2026-01-01T10:00:00Z");
    private final Outage outage = new Outage(
            new RetryConfig(Duration.ofMillis(1), Duration.ofMillis(1), Optional.of(Duration.ofSeconds(100))),
            () -> now);

    private void after(int seconds) {
        now = now.plusSeconds(seconds);
    }

    @Test
    void aNewOutageHasItsWholeBudgetWhateverBecameOfTheOneBefore() {
        outage.pause(GONE, RECORD);
        after(100);
        assertThat(outage.pause(GONE, RECORD)).isEmpty();
        outage.forget();
        assertThat(outage.pause(GONE, RECORD)).isPresent();
    }

    @Test
    void itIsToldAtOnceWithWhatWaitsAndWhatToDo() {
        assertThat(outage.news(FULL, RECORD).orElseThrow())
                .contains("can't take writes, since 2026-01-01T10:00:00Z (1 try)")
                .contains("statement 'one' failed")
                .contains(RECORD)
                .contains("nothing is lost, and nothing is rejected")
                .contains("make room on the server's disk");
    }

    @Test
    void itIsToldAgainOnceAMinute() {
        outage.news(GONE, RECORD);
        after(59);
        assertThat(outage.news(GONE, RECORD)).isEmpty();
        after(1);
        assertThat(outage.news(GONE, RECORD).orElseThrow()).contains("since 2026-01-01T10:00:00Z (3 tries)");
        after(1);
        assertThat(outage.news(GONE, RECORD)).isEmpty();
    }

    @Test
    void anotherReasonIsToldEarlierButNotEachTime() {
        outage.news(GONE, RECORD);
        after(9);
        assertThat(outage.news(FULL, RECORD)).isEmpty();
        after(1);
        assertThat(outage.news(FULL, RECORD)).isPresent();
    }

    @Test
    void whatWasConfiguredIsNotCalledAnOutageOfTheDatabase() {
        SqlFault refused = new SqlFault(Kind.CONFIGURATION, "28P01", "connecting failed");
        assertThat(outage.news(refused, RECORD).orElseThrow())
                .contains("refuses what it took before")
                .contains("connection.password")
                .contains("read again")
                .doesNotContain("can't take writes");
    }
}
