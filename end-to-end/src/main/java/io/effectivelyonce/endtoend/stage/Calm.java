package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.EventHeaders;
import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.TopicWatch;
import io.effectivelyonce.endtoend.audit.Offsets;
import io.effectivelyonce.localstack.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Tells when nothing is on its way any more: every row of both outboxes is on its topic, and every sink has passed the last record. */
final class Calm {
    private static final String OUTBOX = "select id::text from outbox where aggregatetype = '%s'";
    private static final String EMAIL_OUTBOX = "select id::text from email_outbox";

    private final Admin admin;
    private final TopicWatch watch;
    private final Database shop;
    private final Database business;

    Calm(Admin admin, TopicWatch watch, Database shop, Database business) {
        this.admin = admin;
        this.watch = watch;
        this.shop = shop;
        this.business = business;
    }

    /** What is still on its way; empty if nothing is. Looked at in the order in which things happen. */
    List<String> pending(Collection<Sink> sinks, Map<Sink, Topic> topics) {
        List<String> pending = new ArrayList<>();
        for (Topic topic : List.of(Topic.ORDERS, Topic.PRODUCTS)) {
            arrived(pending, topic, shop, OUTBOX.formatted(topic.aggregate()));
        }
        if (pending.isEmpty()) {
            sinks.forEach(sink -> lag(pending, sink, topics.get(sink)));
        }
        if (pending.isEmpty()) {
            arrived(pending, Topic.EMAILS, business, EMAIL_OUTBOX);
        }
        if (pending.isEmpty()) {
            unread(pending);
        }
        return pending;
    }

    private void arrived(List<String> pending, Topic topic, Database database, String outbox) {
        Set<String> due = ids(database, outbox);
        int all = due.size();
        watch.records(topic.title()).stream()
                .filter(record -> !Poison.isPoison(record.key()))
                .forEach(record -> due.remove(EventHeaders.eventId(record)));
        if (!due.isEmpty()) {
            pending.add((all - due.size()) + " of " + all + " events are on " + topic.title());
        }
    }

    private static Set<String> ids(Database database, String question) {
        Set<String> ids = new HashSet<>();
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("An outbox can't be read: " + question, e);
        }
        return ids;
    }

    private void lag(List<String> pending, Sink sink, Topic topic) {
        Map<TopicPartition, Long> committed = committed(sink);
        watch.ends(topic).forEach((partition, end) -> {
            Long at = committed.get(partition);
            if (at == null || at < end) {
                pending.add(sink.name() + " has committed " + (at == null ? "nothing" : at) + " of " + end + " on "
                        + partition);
            }
        });
    }

    /** What a sink has committed, by partition. */
    Map<TopicPartition, Long> committed(Sink sink) {
        Map<TopicPartition, Long> committed = new HashMap<>();
        await(admin.listConsumerGroupOffsets(sink.group()).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    /** Where a sink must stand in each partition. */
    Offsets.Range due(TopicPartition partition, long afterLastRecord) {
        long end = await(admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .all())
                .get(partition)
                .offset();
        return new Offsets.Range(afterLastRecord, end);
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
