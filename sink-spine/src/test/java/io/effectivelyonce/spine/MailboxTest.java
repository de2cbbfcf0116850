package io.effectivelyonce.spine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final Mailbox<String> mailbox = new Mailbox<>();
    private final Settled<String> letter = new Settled.Done<>(
            new Entry<>(
                    new Slot(new TopicPartition("orders", 0)),
                    new SinkRecord("orders", 0, null, null, null, null, 7),
                    "event",
                    1),
            Outcome.APPLIED);

    @Test
    void aLetterIsFoundOnce() {
        mailbox.put(List.of(letter));
        assertThat(mailbox.settled()).containsExactly(letter);
        assertThat(mailbox.settled()).isEmpty();
    }

    @Test
    void nothingIsProgressUntilTheTimeIsOver() throws Exception {
        long before = System.nanoTime();
        assertThat(mailbox.awaitProgress(Duration.ofMillis(30))).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    }

    @Test
    void aLetterEndsTheWait() throws Exception {
        CompletableFuture<Boolean> waiting = waiting();
        mailbox.put(List.of(letter));
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFailureEndsTheWaitAndTheFirstOneStays() throws Exception {
        CompletableFuture<Boolean> waiting = waiting();
        mailbox.fail(new ConnectException("first"));
        mailbox.fail(new ConnectException("second"));
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(mailbox.failure())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessage("first"));
    }

    private CompletableFuture<Boolean> waiting() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return mailbox.awaitProgress(Duration.ofSeconds(60));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
