package io.effectivelyonce.endtoend.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.Deed;
import io.effectivelyonce.endtoend.Folder;
import io.effectivelyonce.endtoend.Line;
import io.effectivelyonce.endtoend.Order;
import io.effectivelyonce.endtoend.Product;
import io.effectivelyonce.endtoend.SearchApi;
import io.effectivelyonce.endtoend.Shop;
import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An audit that can't fail proves nothing. Each sink here is broken in one way, goes through the same crash, redelivery and late copies
 * on real servers, and must be caught by name; the honest ones go through the same and must not be.
 */
class ControlsIT {
    private static LocalStack stack;
    private static Connection shop;
    private static int databases;

    private Connection business;
    private SearchApi search;
    private List<Event> log;

    @BeforeAll
    static void aShopThatHasDoneBusiness() throws SQLException, IOException {
        stack = LocalStack.in(
                        Folder.emptied(Checkout.find().target().resolve("tests").resolve("controls")))
                .postgres()
                .elasticsearch()
                .start();
        Database database = stack.postgres().database("shop");
        shop = database.connection();
        execute(shop, Checkout.find().sql("shop"));
        try (Shop open = new Shop(database.connection())) {
            for (Deed deed : deeds()) {
                open.carryOut(deed);
            }
        }
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @BeforeEach
    void emptyBooksAndAnEmptyShelf() throws SQLException, IOException {
        databases++;
        business = stack.postgres().database("business" + databases).connection();
        execute(business, Checkout.find().sql("business"));
        execute(business, Ledgers.MOVEMENTS);
        business.setAutoCommit(false);
        search = new SearchApi(stack.elasticsearch().url());
        search.ask("PUT", "/products");
        log = new ArrayList<>(Event.of(shop));
        log.add(3, Event.poison());
    }

    @AfterEach
    void clear() throws SQLException, IOException {
        business.close();
        search.ask("DELETE", "/products");
    }

    private static List<Deed> deeds() {
        List<Deed> deeds = new ArrayList<>();
        for (int version = 1; version <= 3; version++) {
            deeds.add(new Deed.Change(new Product("lamp", version, "Lamp", 1000 + version)));
            deeds.add(new Deed.Change(new Product("bulb", version, "Bulb", 50 + version)));
        }
        deeds.add(new Deed.Change(new Product("garland", 1, "Garland", 700)));
        for (int i = 1; i <= 8; i++) {
            Order order = new Order(
                    "order-" + i, "customer-" + i, List.of(new Line("lamp", i, 1000), new Line("bulb", i + 1, 50)));
            deeds.add(new Deed.Pay(order));
            if (i % 3 == 0) {
                deeds.add(new Deed.Cancel(order));
            }
        }
        deeds.add(new Deed.Withdraw("garland", 2));
        deeds.add(new Deed.Change(new Product("lamp", 4, "Lamp", 999)));
        return deeds;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Plays the log to this sink of business tables, and to an honest sink of documents. */
    private Verdict verdictOnBooks(BiFunction<Connection, Delivery, Delivery.Sink> books) throws Exception {
        new Delivery(log).play(delivery -> new HonestShelf(search, delivery));
        Delivery delivery = new Delivery(log);
        delivery.play(each -> books.apply(business, each));
        return audit(delivery);
    }

    /** The other way round. */
    private Verdict verdictOnShelf(BiFunction<SearchApi, Delivery, Delivery.Sink> shelf) throws Exception {
        new Delivery(log).play(delivery -> shelf.apply(search, delivery));
        Delivery delivery = new Delivery(log);
        delivery.play(each -> new HonestBooks(business, each));
        return audit(delivery);
    }

    private Verdict audit(Delivery delivery) throws SQLException, IOException {
        business.rollback();
        List<Examined> examined = new ArrayList<>(Ledgers.examine(shop, business));
        examined.add(Shelf.examine(shop, search));
        examined.add(DeadLetters.examine(Set.of("poison"), delivery.letters()));
        return new Verdict(examined);
    }

    /** The kinds of breaches that were found. */
    private static List<Breach> breaches(Verdict verdict) {
        return verdict.findings().stream()
                .map(Finding::breach)
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> places(Verdict verdict) {
        return verdict.findings().stream().map(Finding::where).distinct().toList();
    }

    @Test
    void honestSinksAreNotBlamed() throws Exception {
        Verdict verdict = verdictOnBooks(HonestBooks::new);

        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.examined())
                .allSatisfy(each -> assertThat(each.found()).isPositive());
    }

    @Test
    void aSinkWithoutClaimsDoubles() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            boolean claim(Event event) {
                return true;
            }
        });

        assertThat(verdict.counts().get(Breach.DOUBLED)).isPositive();
        assertThat(verdict.counts().get(Breach.UNCLAIMED)).isPositive();
    }

    @Test
    void aClaimInATransactionBeforeTheRowsLosesThem() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            boolean claim(Event event) throws SQLException {
                boolean fresh = super.claim(event);
                business.commit();
                delivery.mayCrash();
                return fresh;
            }
        });

        assertThat(verdict.counts().get(Breach.LOST)).isPositive();
        assertThat(verdict.counts().get(Breach.DOUBLED)).isZero();
        // a rejected event's claim is committed as well
        assertThat(verdict.counts().get(Breach.FALSELY_CLAIMED)).isPositive();
    }

    @Test
    void aClaimInATransactionAfterTheRowsDoublesThem() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            void write(Event event) throws SQLException {
                business.rollback();
                super.write(event);
                business.commit();
                delivery.mayCrash();
                claim(event);
            }
        });

        assertThat(breaches(verdict)).contains(Breach.DOUBLED).doesNotContain(Breach.LOST, Breach.UNCLAIMED);
    }

    @Test
    void aClaimThatIsKeptForARejectedEventIsFalse() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            void apply(Event event) throws SQLException {
                super.apply(event);
                claim(event);
                business.commit();
            }
        });

        assertThat(breaches(verdict)).containsExactly(Breach.FALSELY_CLAIMED);
    }

    @Test
    void anOffsetThatIsCommittedBeforeTheWriteLosesEvents() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            public void put(List<Event> batch, int first) throws SQLException {
                delivery.commit(first + batch.size());
                super.put(batch, first);
            }
        });

        assertThat(breaches(verdict)).contains(Breach.LOST, Breach.UNCLAIMED).doesNotContain(Breach.DOUBLED);
    }

    @Test
    void anEventThatIsRejectedBecauseTheServerWasGoneIsWronglyRejected() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            void apply(Event event) throws SQLException {
                try {
                    super.apply(event);
                } catch (Crash e) {
                    business.rollback();
                    delivery.reject(event);
                }
            }
        });

        assertThat(breaches(verdict)).contains(Breach.WRONGLY_REJECTED);
    }

    @Test
    void twoErrorsThatCancelEachOtherOutInTheSumAreWrong() throws Exception {
        Verdict verdict = verdictOnBooks((connection, delivery) -> new HonestBooks(connection, delivery) {
            @Override
            void move(String order, String sku, long pieces) throws SQLException {
                long error = order.equals("order-1") ? 1 : order.equals("order-2") ? -1 : 0;
                super.move(order, sku, pieces + error);
            }
        });

        assertThat(breaches(verdict)).containsExactly(Breach.WRONG);
        assertThat(places(verdict)).containsExactly("table movements");
    }

    @Test
    void documentsWithoutTheGuardMoveBackToOldVersions() throws Exception {
        Verdict verdict = verdictOnShelf((index, delivery) -> new HonestShelf(index, delivery) {
            @Override
            void guard(ObjectNode operation, Event event) {
                // whoever comes last wins
            }
        });

        assertThat(breaches(verdict)).contains(Breach.STALE_APPLIED).doesNotContain(Breach.LOST);
        assertThat(verdict.findings())
                .extracting(Finding::what)
                .anySatisfy(what -> assertThat(what).startsWith("garland"))
                .anySatisfy(what -> assertThat(what).startsWith("lamp"));
    }

    @Test
    void aShelfThatIsToldNothingLosesEverything() throws Exception {
        Verdict verdict = verdictOnShelf((index, delivery) -> (batch, first) -> delivery.commit(first + batch.size()));

        assertThat(breaches(verdict)).containsExactly(Breach.LOST);
    }
}
