package io.effectivelyonce.endtoend.stage;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.endtoend.SearchApi;
import io.effectivelyonce.endtoend.audit.Breach;
import io.effectivelyonce.endtoend.audit.Examined;
import io.effectivelyonce.endtoend.audit.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the index all the time: no document may ever move back to an older version, also not for a moment. Products that come and
 * go are left out: a replay from the beginning may bring them back for as long as it needs to reach their deletion.
 */
final class VersionWatch implements AutoCloseable {
    private static final long PAUSE_MS = 300;
    private static final String WHERE = "index products, all along";

    private final SearchApi search;
    private final Map<String, Long> highest = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "version-watch");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> looking;
    private long looks;

    VersionWatch(SearchApi search) {
        this.search = search;
        looking = clock.scheduleWithFixedDelay(this::look, 0, PAUSE_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            JsonNode answer = search.ask("GET", "/products/_search?size=10000&version=true&_source=false");
            compare(answer.path("hits").path("hits"));
        } catch (IOException e) {
            // the server is down, which is what this run is about
        }
    }

    private synchronized void compare(JsonNode hits) {
        looks++;
        for (JsonNode hit : hits) {
            String sku = hit.path("_id").asText();
            long version = hit.path("_version").asLong();
            Long before = Market.isSeasonal(sku) ? null : highest.put(sku, version);
            if (before != null && version < before) {
                findings.add(new Finding(
                        Breach.STALE_APPLIED, WHERE, sku + ": stood at version " + before + ", stands at " + version));
            }
        }
    }

    synchronized Examined examined() {
        return new Examined(WHERE, looks, looks, findings);
    }

    @Override
    public void close() {
        looking.cancel(true);
        clock.shutdown();
    }
}
