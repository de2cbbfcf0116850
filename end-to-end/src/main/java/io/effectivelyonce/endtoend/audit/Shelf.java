package io.effectivelyonce.endtoend.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.endtoend.SearchApi;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Examines the documents: each product must stand in the index as the shop's newest version of it says, and no other. */
public final class Shelf {
    private final String index;
    private final String where;

    private Shelf(String index) {
        this.index = index;
        this.where = "index " + index;
    }

    /** One product as it stands on one side. */
    private record Copy(long version, String content) {
        @Override
        public String toString() {
            return content + " (version " + version + ")";
        }
    }

    /** Compares an index, or what an alias points to, with the shop's products. */
    public static Examined examine(Connection shop, SearchApi search, String index) throws SQLException, IOException {
        return new Shelf(index).examine(shop, search);
    }

    private Examined examine(Connection shop, SearchApi search) throws SQLException, IOException {
        Map<String, Copy> mustBe = products(shop);
        Map<String, Copy> is = documents(search);
        Map<String, Set<String>> history = history(shop);
        List<Finding> findings = new ArrayList<>();
        mustBe.forEach((sku, due) -> compare(sku, due, is.get(sku), history, findings));
        is.forEach((sku, there) -> {
            if (!mustBe.containsKey(sku)) {
                findings.add(new Finding(
                        history.containsKey(sku) ? Breach.STALE_APPLIED : Breach.WRONG,
                        where,
                        sku + ": was withdrawn or never sold, and stands at version " + there.version()));
            }
        });
        return new Examined(where, mustBe.size(), is.size(), findings);
    }

    private void compare(String sku, Copy due, Copy there, Map<String, Set<String>> history, List<Finding> findings) {
        if (there == null) {
            findings.add(new Finding(Breach.LOST, where, sku));
        } else if (!there.equals(due)) {
            // judged by its content too: a sink that writes without versions leaves the server to count
            boolean older = there.version() < due.version()
                    || (!there.content().equals(due.content())
                            && history.get(sku).contains(there.content()));
            findings.add(new Finding(
                    older ? Breach.STALE_APPLIED : Breach.WRONG, where, sku + ": must be " + due + ", is " + there));
        }
    }

    private static Map<String, Copy> products(Connection shop) throws SQLException {
        Map<String, Copy> products = new LinkedHashMap<>();
        try (Statement statement = shop.createStatement();
                ResultSet rows = statement.executeQuery("select sku, version, name, price_cents from products")) {
            while (rows.next()) {
                products.put(rows.getString(1), new Copy(rows.getLong(2), content(rows.getString(3), rows.getLong(4))));
            }
        }
        return products;
    }

    /** What each product that was ever in the shop has been. */
    private static Map<String, Set<String>> history(Connection shop) throws SQLException {
        Map<String, Set<String>> history = new HashMap<>();
        try (Statement statement = shop.createStatement();
                ResultSet rows =
                        statement.executeQuery("select aggregateid, payload->>'name', (payload->>'priceCents')::bigint"
                                + " from outbox where aggregatetype = 'product'")) {
            while (rows.next()) {
                history.computeIfAbsent(rows.getString(1), sku -> new HashSet<>())
                        .add(content(rows.getString(2), rows.getLong(3)));
            }
        }
        return history;
    }

    private Map<String, Copy> documents(SearchApi search) throws IOException {
        search.ask("POST", "/" + index + "/_refresh");
        Map<String, Copy> documents = new LinkedHashMap<>();
        // far fewer than one search returns
        for (JsonNode hit : search.ask("GET", "/" + index + "/_search?size=10000&version=true")
                .path("hits")
                .path("hits")) {
            JsonNode product = hit.path("_source");
            documents.put(
                    hit.path("_id").asText(),
                    new Copy(
                            hit.path("_version").asLong(),
                            content(
                                    product.path("name").asText(),
                                    product.path("priceCents").asLong())));
        }
        return documents;
    }

    private static String content(String name, long priceCents) {
        return name + " at " + priceCents + " cents";
    }
}
