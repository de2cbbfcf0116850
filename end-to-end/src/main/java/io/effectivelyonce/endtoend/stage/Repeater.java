package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.TopicWatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Publishes events again that are on their topic already: the same key, headers and value, at a new offset. */
public final class Repeater {
    /** Tells a copy from what the source connector has written. No sink looks at it. */
    private static final String COPY = "copy";

    private final TopicWatch watch;
    private final Publisher publisher;
    private int repeated;

    Repeater(TopicWatch watch, Publisher publisher) {
        this.watch = watch;
        this.publisher = publisher;
    }

    /** Whether a record was written here. */
    static boolean isCopy(ConsumerRecord<?, ?> record) {
        return record.headers().lastHeader(COPY) != null;
    }

    /** How many records were published again. */
    public int repeated() {
        return repeated;
    }

    /**
     * Some consecutive originals of a topic, whichever. Not the products that come and go: the server forgets the versions of what
     * was deleted when it is restarted, so that an old event which comes late, behind its deletion, would bring the product back.
     */
    public List<ConsumerRecord<String, String>> some(Topic topic, int most, Random random) {
        List<ConsumerRecord<String, String>> originals = watch.records(topic.title()).stream()
                .filter(record -> !isCopy(record) && !Poison.isPoison(record.key()) && !Market.isSeasonal(record.key()))
                .toList();
        if (originals.isEmpty()) {
            return List.of();
        }
        int from = random.nextInt(originals.size());
        return originals.subList(from, Math.min(originals.size(), from + most));
    }

    /** Publishes them in this order, each to the partition that is said; returns whether there were any. */
    public boolean publish(
            List<ConsumerRecord<String, String>> originals,
            Function<ConsumerRecord<String, String>, Integer> partition) {
        publisher.publish(originals.stream()
                .map(original -> copy(original, partition.apply(original)))
                .collect(Collectors.toList()));
        repeated += originals.size();
        return !originals.isEmpty();
    }

    private static ProducerRecord<String, String> copy(ConsumerRecord<String, String> original, int partition) {
        ProducerRecord<String, String> copy =
                new ProducerRecord<>(original.topic(), partition, original.key(), original.value());
        for (Header header : original.headers()) {
            copy.headers().add(header);
        }
        copy.headers().add(COPY, "true".getBytes(StandardCharsets.UTF_8));
        return copy;
    }
}
