package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.EventHeaders;
import io.effectivelyonce.endtoend.SearchApi;
import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.TopicWatch;
import io.effectivelyonce.endtoend.audit.Announcements;
import io.effectivelyonce.endtoend.audit.DeadLetters;
import io.effectivelyonce.endtoend.audit.Examined;
import io.effectivelyonce.endtoend.audit.Ledgers;
import io.effectivelyonce.endtoend.audit.Offsets;
import io.effectivelyonce.endtoend.audit.Shelf;
import io.effectivelyonce.endtoend.audit.Verdict;
import io.effectivelyonce.localstack.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Takes the audit through everything that there is on the stage. */
final class Inspection {
    private static final List<String> DEAD_LETTERS = List.of("dead-letters.business", "dead-letters.products");

    private final Database shop;
    private final Database business;
    private final SearchApi search;
    private final TopicWatch watch;
    private final Calm calm;

    Inspection(Database shop, Database business, SearchApi search, TopicWatch watch, Calm calm) {
        this.shop = shop;
        this.business = business;
        this.search = search;
        this.watch = watch;
        this.calm = calm;
    }

    Verdict verdict(Map<Role, Sink> sinks, Set<String> poison, Examined versions) throws SQLException, IOException {
        List<Examined> examined = new ArrayList<>();
        try (Connection shopConnection = shop.connection();
                Connection businessConnection = business.connection()) {
            for (Topic topic : List.of(Topic.ORDERS, Topic.PRODUCTS)) {
                examined.add(Announcements.examine(
                        "topic " + topic.title(),
                        shopConnection,
                        "select id::text from outbox where aggregatetype = '" + topic.aggregate() + "'",
                        originals(topic)));
            }
            examined.addAll(Ledgers.examine(shopConnection, businessConnection));
            examined.add(Announcements.examine(
                    "topic " + Topic.EMAILS.title(),
                    businessConnection,
                    "select id::text from email_outbox",
                    originals(Topic.EMAILS)));
            examined.add(Shelf.examine(shopConnection, search, ProductIndex.ALIAS));
        }
        examined.add(versions);
        examined.add(DeadLetters.examine(poison, letters()));
        for (Role role : List.of(Role.BUSINESS, Role.PRODUCTS)) {
            examined.add(offsets(sinks.get(role), role.topic()));
        }
        return new Verdict(examined);
    }

    private List<String> originals(Topic topic) {
        return watch.records(topic.title()).stream()
                .filter(record -> !Repeater.isCopy(record) && !Poison.isPoison(record.key()))
                .map(EventHeaders::eventId)
                .toList();
    }

    private List<DeadLetters.Letter> letters() {
        List<DeadLetters.Letter> letters = new ArrayList<>();
        for (String topic : DEAD_LETTERS) {
            watch.records(topic)
                    .forEach(record -> letters.add(new DeadLetters.Letter(
                            String.valueOf(record.key()),
                            topic + ", partition " + record.partition() + ", offset " + record.offset())));
        }
        return letters;
    }

    private Examined offsets(Sink sink, Topic topic) {
        Map<TopicPartition, Offsets.Range> due = new HashMap<>();
        watch.ends(topic).forEach((partition, after) -> due.put(partition, calm.due(partition, after)));
        return Offsets.examine(sink.name(), due, calm.committed(sink));
    }

    /** How many invoices the sink without claims has written more than once. */
    long doubledByControl() throws SQLException {
        try (Connection connection = business.connection();
                Statement statement = connection.createStatement();
                ResultSet answer =
                        statement.executeQuery("select count(*) - count(distinct order_id) from invoices_naive"
                                + " where order_id <> 'poison'")) {
            answer.next();
            return answer.getLong(1);
        }
    }
}
