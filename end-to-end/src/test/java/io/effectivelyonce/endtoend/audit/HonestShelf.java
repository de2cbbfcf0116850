package io.effectivelyonce.endtoend.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.endtoend.SearchApi;
import java.io.IOException;
import java.util.List;

/** The whole idea of the Elasticsearch sink in a few lines: every write under the version of its event, a conflict is success. */
class HonestShelf implements Delivery.Sink {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final SearchApi search;
    private final Delivery delivery;

    HonestShelf(SearchApi search, Delivery delivery) {
        this.search = search;
        this.delivery = delivery;
    }

    @Override
    public void put(List<Event> batch, int first) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            delivery.at(first + i);
            if (batch.get(i).isAbout("product")) {
                write(batch.get(i));
            }
            delivery.mayCrash();
        }
        delivery.commit(first + batch.size());
    }

    private void write(Event event) throws IOException {
        boolean withdrawn = event.type().equals("ProductWithdrawn");
        ObjectNode action = JSON.createObjectNode();
        ObjectNode operation = action.putObject(withdrawn ? "delete" : "index").put("_id", event.key());
        guard(operation, event);
        String body = action + "\n" + (withdrawn ? "" : event.payload() + "\n");
        JsonNode item = search.ask("POST", "/products/_bulk", body)
                .path("items")
                .path(0)
                .path(withdrawn ? "delete" : "index");
        int status = item.path("status").asInt();
        if (status / 100 != 2 && status != CONFLICT && status != NOT_FOUND) {
            throw new IOException(item.toString());
        }
    }

    void guard(ObjectNode operation, Event event) {
        operation.put("version", event.version()).put("version_type", "external");
    }
}
