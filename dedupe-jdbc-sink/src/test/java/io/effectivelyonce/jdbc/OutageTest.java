package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final SqlFault FAULT = new SqlFault(SqlFault.Kind.ENVIRONMENT, "08006", "connecting failed");

    @Test
    void aNewOutageHasItsWholeBudgetWhateverBecameOfTheOneBefore() {
        Outage outage = new Outage(
                new RetryConfig(Duration.ofMillis(1), Duration.ofMillis(1), Optional.of(Duration.ofMillis(200))));
        outage.pause(FAULT);
        Awaitility.await().until(() -> outage.lasted().toMillis() > 200);
        assertThat(outage.pause(FAULT)).isEmpty();
        outage.forget();
        assertThat(outage.pause(FAULT)).isPresent();
    }
}
