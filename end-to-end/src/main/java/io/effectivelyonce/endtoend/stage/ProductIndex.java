package io.effectivelyonce.endtoend.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.endtoend.SearchApi;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The index of products, behind an alias, so that it can be moved. */
public final class ProductIndex {
    /** What the sink writes to. */
    static final String ALIAS = "products";

    /** Deleted versions are remembered for as long as anything old may be under way, not for a minute. */
    private static final String SETTINGS = "{\"settings\":{\"number_of_replicas\":0,\"index.gc_deletes\":\"1h\"},"
            + "\"mappings\":{\"properties\":{\"sku\":{\"type\":\"keyword\"},\"name\":{\"type\":\"text\"},"
            + "\"priceCents\":{\"type\":\"long\"}}}}";

    private final ObjectMapper json = new ObjectMapper();
    private final SearchApi search;
    private int number = 1;

    ProductIndex(SearchApi search) {
        this.search = search;
    }

    void create() throws IOException {
        search.ask("PUT", "/" + index(), SETTINGS);
        search.ask("POST", "/_aliases", "{\"actions\":[" + action("add", index()) + "]}");
    }

    private String index() {
        return ALIAS + "-" + number;
    }

    private static String action(String what, String index) {
        return "{\"" + what + "\":{\"index\":\"" + index + "\",\"alias\":\"" + ALIAS + "\"}}";
    }

    /** Copies every document into a new index under its version, and lets the alias point there. Nobody may write meanwhile. */
    public void move() {
        try {
            String old = index();
            number++;
            search.ask("PUT", "/" + index(), SETTINGS);
            search.ask("POST", "/" + old + "/_refresh");
            copy(search.ask("GET", "/" + old + "/_search?size=10000&version=true")
                    .path("hits")
                    .path("hits"));
            search.ask(
                    "POST",
                    "/_aliases",
                    "{\"actions\":[" + action("remove", old) + "," + action("add", index()) + "]}");
            search.ask("DELETE", "/" + old);
        } catch (IOException e) {
            throw new UncheckedIOException("The index could not be moved", e);
        }
    }

    private void copy(JsonNode documents) throws IOException {
        StringBuilder bulk = new StringBuilder();
        for (JsonNode document : documents) {
            ObjectNode action = json.createObjectNode();
            action.putObject("index")
                    .put("_id", document.path("_id").asText())
                    .put("version", document.path("_version").asLong())
                    .put("version_type", "external");
            bulk.append(action).append('\n').append(document.path("_source")).append('\n');
        }
        if (bulk.length() > 0) {
            search.ask("POST", "/" + index() + "/_bulk?refresh=true", bulk.toString());
        }
    }
}
