package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * One run: orders come in and become invoices, reservations, entries and e-mails, while the worker is killed, offsets are reset and
 * events are published again. When nothing moves any more, everything is compared with what the shop has done.
 */
final class Story {
    private static final Limit ARRIVAL = Limit.ofSeconds(180);
    private static final int KILLS = 3;
    private static final int REPETITIONS = 3;

    private final Pipeline pipeline;
    private final int orders;
    private final Random random;
    private final Screen screen;
    private final Health health;

    Story(Pipeline pipeline, int orders, long seed, Screen screen) {
        this.pipeline = pipeline;
        this.orders = orders;
        this.random = new Random(seed);
        this.screen = screen;
        this.health = new Health(pipeline);
    }

    /** Plays it to its end on a pipeline that was just started; {@code began} is the {@link System#nanoTime()} to count from. */
    Ending play(long began) throws SQLException, IOException {
        screen.tell("Registering the connectors");
        pipeline.register(EnumSet.allOf(Connector.class));
        List<Deed> deeds = BusinessDay.of(orders, random);
        int lastOrder = lastOrder(deeds);
        OrderBook book = new OrderBook();
        String kafka = pipeline.stack().kafka().bootstrapServers();
        try (Admin admin = pipeline.stack().kafka().admin();
                TopicWatch watch = new TopicWatch(kafka);
                Refusals refusals = new Refusals(pipeline.stack().connect().metrics());
                Republisher republisher = new Republisher(kafka, watch, random);
                Books books = new Books(pipeline.business());
                Shop shop = new Shop(pipeline.shop().connection())) {
            WorkerKiller killer = new WorkerKiller(pipeline, refusals);
            OffsetResets resets = new OffsetResets(pipeline, refusals);
            screen.tell("Placing " + orders + " orders");
            try (Flow flow = new Flow(shop, book, deeds.subList(0, lastOrder))) {
                for (Fault fault : faults(killer, resets, republisher)) {
                    await(() -> invoiced(books) >= fault.invoices(), () -> missing(books, fault.invoices()));
                    screen.tell(fault.name());
                    fault.strike().run();
                }
                await(() -> invoiced(books) >= orders - 1 && flow.isOver(), () -> missing(books, orders - 1));
            }
            finale(killer, resets, republisher, books);
            close(shop, book, deeds.subList(lastOrder, deeds.size()), watch);
            screen.tell("Waiting until nothing moves any more");
            Quiet quiet = new Quiet(admin, watch, books);
            await(() -> quiet.pending(book).isEmpty(), () -> String.join("; ", quiet.pending(book)));
            screen.tell("Comparing everything with what the shop has done");
            refusals.sample();
            Findings findings = new Checker(
                            watch,
                            republisher,
                            books,
                            new Catalogue(pipeline.stack().elasticsearch().url()))
                    .check(book);
            return new Ending(
                    new Summary(
                            orders,
                            book.deeds().size(),
                            killer.kills(),
                            resets.resets(),
                            republisher.republished(),
                            new Summary.Sink(
                                    findings.expected(), findings.lost(), findings.doubled(), refusals.duplicates()),
                            new Summary.Control(findings.control().doubled().size()),
                            new Summary.Documents(
                                    findings.documents().expected(), findings.wrongDocuments(), refusals.stale()),
                            findings.deadLetters().size(),
                            (System.nanoTime() - began) / 1_000_000_000),
                    findings);
        }
    }

    /** One kill in each third of the day and the others anywhere, all at random moments. */
    private List<Fault> faults(WorkerKiller killer, OffsetResets resets, Republisher republisher) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < KILLS; i++) {
            faults.add(new Fault(between(i, i + 1, KILLS), "Killing the worker (SIGKILL)", killer::strike));
        }
        for (int i = 0; i < REPETITIONS; i++) {
            faults.add(new Fault(
                    between(i, i + 1, REPETITIONS), "Publishing old events again", () -> repeat(republisher)));
        }
        faults.add(new Fault(between(1, 3, 4), "Sending the sinks back to the beginning", resets::rewindAll));
        faults.sort(Comparator.comparingLong(Fault::invoices));
        return faults;
    }

    /** A random number of invoices between two fractions of the orders. */
    private long between(int from, int to, int parts) {
        return (long) (orders * (from + random.nextDouble() * (to - from)) / parts);
    }

    private void repeat(Republisher republisher) {
        republisher.repeatOrders(Math.max(1, orders / 20));
        republisher.repeatOldProducts(Math.max(1, orders / 40));
    }

    /** Everything has arrived: old versions come late, all sinks read it all again, and the worker dies in the middle of that. */
    private void finale(WorkerKiller killer, OffsetResets resets, Republisher republisher, Books books) {
        screen.tell("Publishing old events again, late");
        repeat(republisher);
        long before = books.count("invoices_naive");
        long midst = before + (long) (orders * random.nextDouble());
        screen.tell("Sending the sinks back to the beginning");
        resets.rewindAll();
        await(() -> books.count("invoices_naive") >= midst, () -> "the control has not read its topic again");
        screen.tell("Killing the worker (SIGKILL)");
        killer.strike();
    }

    private static int lastOrder(List<Deed> deeds) {
        int at = deeds.size() - 1;
        while (!(deeds.get(at) instanceof Deed.Pay)) {
            at--;
        }
        return at;
    }

    /**
     * The last order is placed when all faults are over. Each outbox connector works in order: once the event and the e-mail of
     * this order are there, whatever the connectors sent again after the last kill is there as well, and can't be overlooked.
     */
    private void close(Shop shop, OrderBook book, List<Deed> last, TopicWatch watch) throws SQLException {
        screen.tell("Placing the last order");
        for (Deed deed : last) {
            book.enter(shop.carryOut(deed), deed);
        }
        String order = last.get(0).aggregateId();
        await(
                () -> watch.holds(Topic.ORDERS, order) && watch.holds(Topic.EMAILS, order),
                () -> "the event or the e-mail of " + order + " is not on its topic");
    }

    private long invoiced(Books books) {
        long invoiced = books.count("invoices");
        screen.progress(invoiced);
        return invoiced;
    }

    private static String missing(Books books, long due) {
        return books.count("invoices") + " of " + due + " invoices are there";
    }

    private void await(BooleanSupplier condition, Supplier<String> report) {
        ARRIVAL.await(
                () -> {
                    health.requireNoFailure();
                    return condition.getAsBoolean();
                },
                report);
    }
}
