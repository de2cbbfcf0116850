package io.effectivelyonce.outbox.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;

/** What is remembered stays small, whatever people write into rows. */
class BoundedCacheTest {

    @Test
    void anAnswerIsMadeOnceAndTheOldestUnusedOneIsForgotten() {
        BoundedCache<String, Integer> lengths = BoundedCache.ofTexts();
        AtomicInteger made = new AtomicInteger();
        String used = "x".repeat(1_000);

        for (int i = 0; i < 10_000; i++) {
            String other = i + "y".repeat(1_000);
            assertThat(lengths.get(used, text -> made.incrementAndGet())).isEqualTo(1);
            lengths.get(other, String::length);
        }

        assertThat(lengths.size()).isBetween(1_000, BoundedCache.CAPACITY / 2_000);
    }

    @Test
    void documentsWithNewFieldsEachDoNotFillTheHeap() {
        BoundedCache<Integer, Schema> schemas = BoundedCache.ofSchemas();

        for (int document = 0; document < 500; document++) {
            schemas.get(document, BoundedCacheTest::wide);
        }

        int fieldsRemembered = schemas.size() * 1_000;
        assertThat(schemas.size()).isPositive();
        assertThat(fieldsRemembered).isLessThan(BoundedCache.CAPACITY / 100);
    }

    @Test
    void whatIsTooLargeToRememberIsStillAnswered() {
        BoundedCache<String, Integer> lengths = BoundedCache.ofTexts();
        lengths.get("small", String::length);

        String large = "x".repeat(BoundedCache.CAPACITY);

        assertThat(lengths.get(large, String::length)).isEqualTo(large.length());
        assertThat(lengths.size()).isEqualTo(1);
    }

    private static Schema wide(int document) {
        SchemaBuilder schema = SchemaBuilder.struct().name("payload");
        IntStream.range(0, 1_000).forEach(field -> schema.field(document + "-" + field, Schema.OPTIONAL_STRING_SCHEMA));
        return schema.build();
    }
}
