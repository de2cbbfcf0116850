package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Looks at every topic, table and index, and compares what is there with the truth. */
final class Checker {
    private final ObjectMapper json = new ObjectMapper();
    private final TopicWatch watch;
    private final Republisher republisher;
    private final Books books;
    private final Catalogue catalogue;

    Checker(TopicWatch watch, Republisher republisher, Books books, Catalogue catalogue) {
        this.watch = watch;
        this.republisher = republisher;
        this.books = books;
        this.catalogue = catalogue;
    }

    /** Compares everything; to be asked when nothing moves any more. */
    Findings check(OrderBook book) throws SQLException, IOException {
        Truth truth = Truth.of(book.deeds());
        List<Comparison> effects = new ArrayList<>();
        for (Topic topic : List.of(Topic.ORDERS, Topic.PRODUCTS)) {
            effects.add(Comparison.ofFacts("topic " + topic.title(), book.events(topic), events(topic)));
        }
        effects.add(Comparison.ofFacts("table invoices", truth.invoices(), books.invoices()));
        effects.add(Comparison.ofFacts("table ledger", truth.ledger(), books.ledger()));
        effects.add(Comparison.ofStock("table inventory (movements)", truth.inventory(), books.inventory()));
        effects.add(Comparison.ofFacts("table email_outbox", truth.emails(), books.emails()));
        effects.add(Comparison.ofFacts("topic " + Topic.EMAILS.title(), truth.emails(), commands()));
        return new Findings(
                effects,
                Comparison.ofFacts("index products", truth.documents(), catalogue.documents()),
                Comparison.ofFacts("table invoices_naive (control)", truth.invoices(), books.naiveInvoices()),
                watch.deadLetters().stream().map(Checker::place).toList());
    }

    /** What the source connector has written, without what the story itself has written again. */
    private List<Fact> events(Topic topic) {
        return watch.records(topic.title()).stream()
                .filter(record -> !republisher.isCopy(record))
                .map(record -> new Fact(
                        EventHeaders.eventId(record),
                        OrderBook.event(EventHeaders.eventType(record), record.key(), EventHeaders.version(record))))
                .toList();
    }

    private List<Fact> commands() throws IOException {
        List<Fact> commands = new ArrayList<>();
        for (ConsumerRecord<String, String> record : watch.records(Topic.EMAILS.title())) {
            JsonNode command = json.readTree(record.value());
            commands.add(new Fact(
                    record.key(),
                    Truth.invoice(
                            command.path("to").asText(),
                            command.path("amountCents").asLong())));
        }
        return commands;
    }

    private static String place(ConsumerRecord<String, String> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
