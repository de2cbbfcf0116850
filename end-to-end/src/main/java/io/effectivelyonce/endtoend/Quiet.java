package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Tells when nothing is on its way any more: every event is on its topic, and every sink has passed the last record. */
final class Quiet {
    private final Admin admin;
    private final TopicWatch watch;
    private final Books books;

    Quiet(Admin admin, TopicWatch watch, Books books) {
        this.admin = admin;
        this.watch = watch;
        this.books = books;
    }

    /** What is still on its way; empty if nothing is. */
    List<String> pending(OrderBook book) {
        List<String> pending = new ArrayList<>();
        for (Topic topic : List.of(Topic.ORDERS, Topic.PRODUCTS)) {
            require(pending, topic.title(), book.events(topic).size(), watch.count(topic.title()));
        }
        // in the order in which things happen, or one could still start what the other was asked about before
        if (pending.isEmpty()) {
            Connector.SINKS.forEach(sink -> lag(pending, sink));
        }
        if (pending.isEmpty()) {
            require(pending, Topic.EMAILS.title(), books.count("email_outbox"), watch.count(Topic.EMAILS.title()));
        }
        if (pending.isEmpty()) {
            unread(pending);
        }
        return pending;
    }

    private static void require(List<String> pending, String topic, long expected, long read) {
        if (read < expected) {
            pending.add(topic + " has " + read + " of " + expected + " events");
        }
    }

    private void unread(List<String> pending) {
        Map<TopicPartition, Long> positions = watch.positions();
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        positions.keySet().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        await(admin.listOffsets(latest).all()).forEach((partition, end) -> {
            if (positions.get(partition) < end.offset()) {
                pending.add(partition + " is read up to " + positions.get(partition) + " of " + end.offset());
            }
        });
    }

    private void lag(List<String> pending, Connector sink) {
        Map<TopicPartition, OffsetAndMetadata> committed =
                await(admin.listConsumerGroupOffsets("connect-" + sink.title()).partitionsToOffsetAndMetadata());
        watch.ends(sink.source().orElseThrow()).forEach((partition, end) -> {
            OffsetAndMetadata at = committed.get(partition);
            if (at == null || at.offset() < end) {
                pending.add(sink.title() + " has committed " + (at == null ? "nothing" : at.offset()) + " of " + end
                        + " on " + partition);
            }
        });
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The broker can't be asked", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking the broker", e);
        }
    }
}
