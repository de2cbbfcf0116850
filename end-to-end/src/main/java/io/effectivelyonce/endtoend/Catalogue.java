package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what stands in the index of products. */
final class Catalogue {
    private final SearchApi search;

    Catalogue(String elasticsearchUrl) {
        this.search = new SearchApi(elasticsearchUrl);
    }

    /** Every document with its version; there are far fewer than one search returns. */
    List<Fact> documents() throws IOException {
        search.ask("POST", "/products/_refresh");
        List<Fact> documents = new ArrayList<>();
        for (JsonNode hit : search.ask("GET", "/products/_search?size=10000&version=true")
                .path("hits")
                .path("hits")) {
            JsonNode product = hit.path("_source");
            documents.add(new Fact(
                    hit.path("_id").asText(),
                    Truth.document(
                            hit.path("_version").asLong(),
                            product.path("name").asText(),
                            product.path("priceCents").asLong())));
        }
        return documents;
    }
}
