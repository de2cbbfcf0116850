package io.effectivelyonce.jdbc;

import java.time.Duration;
import java.util.Optional;

/**
 * How outages are waited out.
 *
 * @param first the wait before the first try again
 * @param most the longest wait between two tries
 * @param budget how long one outage may last before the task fails; empty for ever
 */
record RetryConfig(Duration first, Duration most, Optional<Duration> budget) {}
