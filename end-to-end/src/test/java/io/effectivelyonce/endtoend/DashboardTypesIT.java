package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the dashboard against the types that Grafana publishes. Skipped where there is no Node. */
class DashboardTypesIT {
    private static NodeChecks node;

    @BeforeAll
    static void theCheckerIsInstalled() throws IOException, InterruptedException {
        node = NodeChecks.installed();
    }

    @Test
    void grafanasTypesAllowIt() throws IOException, InterruptedException {
        NodeChecks.Answer answer = check(dashboard());

        assertThat(answer.text()).isEmpty();
        assertThat(answer.code()).isZero();
    }

    @Test
    void aMisspelledOptionOfAPanelWouldBeFound() throws IOException, InterruptedException {
        assertThat(check(dashboard().replace("\"lineWidth\"", "\"lineWitdh\"")).text())
                .contains("lineWitdh");
        assertThat(check(dashboard().replace("\"absolute\"", "\"absolut\"")).text())
                .contains("absolut");
    }

    @Test
    void everyPanelHasAPlaceAndAnIdOfItsOwn() throws IOException {
        List<Integer> ids = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper().readTree(dashboard()).path("panels")) {
            ids.add(panel.path("id").asInt());
            places.add(panel.path("gridPos").path("x") + "/"
                    + panel.path("gridPos").path("y"));
            assertThat(panel.path("gridPos").path("x").asInt()
                            + panel.path("gridPos").path("w").asInt())
                    .isBetween(1, 24);
        }
        assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
        assertThat(places).doesNotHaveDuplicates();
    }

    private static String dashboard() throws IOException {
        return Files.readString(Checkout.find().configs().resolve("monitoring/grafana/effectively-once.json"));
    }

    private static NodeChecks.Answer check(String dashboard) throws IOException, InterruptedException {
        node.write(
                "dashboard.ts",
                "import type { OurDashboard } from './dashboard-types';\nexport const dashboard: OurDashboard = "
                        + dashboard);
        return node.run(
                "node_modules/.bin/tsc",
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--module",
                "esnext",
                "--moduleResolution",
                "bundler",
                "dashboard.ts");
    }
}
