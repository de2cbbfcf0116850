package io.effectivelyonce.endtoend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads along what stands on the topics of the story and in its dead letter queues, committed records only. */
public final class TopicWatch implements AutoCloseable {
    private static final Pattern TOPICS = Pattern.compile("outbox\\.event\\..*|dead-letters\\..*");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final KafkaConsumer<String, String> consumer;
    private final Thread thread = new Thread(this::read, "topic-watch");
    private final Map<String, List<ConsumerRecord<String, String>>> records = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();
    private volatile Map<TopicPartition, Long> positions = Map.of();
    private volatile RuntimeException failure;
    private long nextLook = System.nanoTime();

    /** Begins to read. */
    public TopicWatch(String bootstrapServers) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false"),
                new StringDeserializer(),
                new StringDeserializer());
        thread.setDaemon(true);
        thread.start();
    }

    /** Everything read so far from the topic. */
    public List<ConsumerRecord<String, String>> records(String topic) {
        requireAlive();
        return List.copyOf(records.getOrDefault(topic, List.of()));
    }

    /** How many records were read so far from the topic. */
    public int count(String topic) {
        requireAlive();
        return records.getOrDefault(topic, List.of()).size();
    }

    /** Whether a record about this aggregate was read from the topic. */
    public boolean holds(Topic topic, String aggregateId) {
        return records(topic.title()).stream().anyMatch(each -> aggregateId.equals(each.key()));
    }

    /** Everything in the dead letter queues. */
    List<ConsumerRecord<String, String>> deadLetters() {
        requireAlive();
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        records.forEach((topic, those) -> {
            if (topic.startsWith("dead-letters.")) {
                found.addAll(those);
            }
        });
        return found;
    }

    /** The offset after the last record of each partition. The markers of transactions lie beyond and are nobody's records. */
    public Map<TopicPartition, Long> ends(Topic topic) {
        requireAlive();
        Map<TopicPartition, Long> found = new HashMap<>(ends);
        found.keySet().removeIf(partition -> !partition.topic().equals(topic.title()));
        return found;
    }

    /** How far each partition was read, markers included. */
    public Map<TopicPartition, Long> positions() {
        requireAlive();
        return positions;
    }

    private void read() {
        try (consumer) {
            while (true) {
                adoptNewTopics();
                if (consumer.assignment().isEmpty()) {
                    LockSupport.parkNanos(POLL.toNanos());
                    continue;
                }
                for (ConsumerRecord<String, String> each : consumer.poll(POLL)) {
                    records.computeIfAbsent(each.topic(), topic -> Collections.synchronizedList(new ArrayList<>()))
                            .add(each);
                    ends.put(new TopicPartition(each.topic(), each.partition()), each.offset() + 1);
                }
                Map<TopicPartition, Long> reached = new HashMap<>();
                consumer.assignment().forEach(partition -> reached.put(partition, consumer.position(partition)));
                positions = Map.copyOf(reached);
            }
        } catch (WakeupException e) {
            // close() wants the end
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Not by a subscription: it begins all topics anew whenever one comes into being. */
    private void adoptNewTopics() {
        if (System.nanoTime() - nextLook < 0) {
            return;
        }
        nextLook = System.nanoTime() + LOOK.toNanos();
        Set<TopicPartition> found = new HashSet<>(consumer.assignment());
        consumer.listTopics().forEach((topic, partitions) -> {
            if (TOPICS.matcher(topic).matches()) {
                partitions.forEach(each -> found.add(new TopicPartition(topic, each.partition())));
            }
        });
        consumer.assign(found);
    }

    private void requireAlive() {
        if (failure != null) {
            throw new IllegalStateException("The topics can't be read any more", failure);
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
