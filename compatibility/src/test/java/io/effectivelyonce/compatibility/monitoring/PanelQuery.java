package io.effectivelyonce.compatibility.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A query of the dashboard.
 *
 * @param panel the title of its panel
 * @param expression as Grafana would send it, once {@link #of} has filled in what is chosen
 */
record PanelQuery(String panel, String expression) {
    static List<PanelQuery> all() throws IOException {
        List<PanelQuery> queries = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper()
                .readTree(MonitoringFiles.dashboard().toFile())
                .path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new PanelQuery(
                        panel.path("title").asText(), target.path("expr").asText()));
            }
        }
        return queries;
    }

    /** The query with these connectors chosen, and rates over a few scrapes. */
    PanelQuery of(String connectors) {
        return new PanelQuery(
                panel, expression.replace("$connector", connectors).replace("$__rate_interval", "10s"));
    }

    @Override
    public String toString() {
        return panel + ": " + expression;
    }
}
