package io.effectivelyonce.spine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineLimitTest {

    @Test
    void aCrowdGetsSoManyLinesAMinute() {
        AtomicLong clock = new AtomicLong();
        LineLimit lines = new LineLimit(clock::get);
        assertThat(IntStream.range(0, 1_000).filter(n -> lines.oneMore()).count())
                .isEqualTo(LineLimit.A_MINUTE);
        clock.addAndGet(59_999_999_999L);
        assertThat(lines.oneMore()).isFalse();
        clock.addAndGet(1);
        assertThat(lines.oneMore()).isTrue();
    }
}
