package io.effectivelyonce.compatibility.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.effectivelyonce.compatibility.Flow;
import io.effectivelyonce.compatibility.Lines;
import io.effectivelyonce.compatibility.Servers;
import io.effectivelyonce.compatibility.SharedServers;
import io.effectivelyonce.compatibility.WorkerLine;
import io.effectivelyonce.localstack.DebianPackage;
import io.effectivelyonce.localstack.PrometheusServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A real Prometheus scrapes real workers, one that shows metrics of plugins itself and one for which the plugins use MBeans of their
 * own. Rules are those of connect-configs with minutes made seconds. What can't be caused within seconds is {@link RulesIT}'s.
 */
@ExtendWith(SharedServers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitoringIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    /** Nobody listens there. */
    private static final String DEAD = "127.0.0.1:1";

    /** An alert with the sink or the address that it is about. */
    private record Raised(String alert, String about) {}

    private final Servers servers;
    private final Flow flow;
    private final List<Troubles> troubles = new ArrayList<>();
    private final Instant begin = Instant.now();
    private PrometheusServer server;
    private PrometheusApi prometheus;

    MonitoringIT(Servers servers) {
        this.servers = servers;
        this.flow = new Flow(servers);
    }

    @BeforeAll
    void prometheusScrapesEveryWorker() throws Exception {
        Optional<DebianPackage> debian = DebianPackage.named("prometheus");
        assumeTrue(debian.isPresent(), "Debian's tools could not bring Prometheus");
        for (WorkerLine line : Lines.workers()) {
            troubles.add(new Troubles(servers, flow, line));
        }
        for (Troubles each : troubles) {
            each.start();
        }
        List<String> targets = new ArrayList<>(List.of(DEAD));
        Lines.workers().forEach(line -> targets.add(servers.worker(line).exporter()));
        Path folder = Files.createTempDirectory(
                Path.of(System.getProperty("house.root"), "compatibility", "target"), "monitoring-");
        server = PrometheusServer.start(debian.get(), folder, MonitoringFiles.quickened(folder, targets));
        prometheus = new PrometheusApi(server.url());
        // what a counter has counted before it was first seen is no increase
        Set<String> sinks =
                troubles.stream().flatMap(each -> each.names().stream()).collect(Collectors.toSet());
        await().atMost(LIMIT).until(() -> seen().containsAll(sinks));
    }

    private Set<String> seen() {
        return prometheus.seriesSince(begin, "kafka_connect_plugins_watermark_lag").stream()
                .map(sink -> sink.get("connector"))
                .collect(Collectors.toSet());
    }

    @AfterAll
    void itStops() {
        flow.close();
        if (server != null) {
            server.close();
        }
    }

    @Test
    @Order(1)
    void everyTroubleRaisesItsAlertAndNoOther() throws Exception {
        for (Troubles each : troubles) {
            each.flowQuietly();
            each.begin();
        }
        Set<Raised> expected = new TreeSet<>(Comparator.comparing(Raised::toString));
        expected.add(new Raised("ConnectWorkerDown", DEAD));
        for (Troubles each : troubles) {
            expected.add(new Raised("ConnectTaskFailed", each.name("broken")));
            expected.add(new Raised("DeadLetters", each.name("troubled")));
            expected.add(new Raised("DuplicatesJump", each.name("troubled")));
            expected.add(new Raised("NearlyEverythingStale", each.name("frozen")));
            expected.add(new Raised("ClaimsShorterThanReplay", each.name("forgetful")));
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(raised()).containsAll(expected));
        assertThat(raised()).containsExactlyInAnyOrderElementsOf(expected);

        for (Troubles each : troubles) {
            each.fillTheDisk();
            expected.add(new Raised("ServerWaiting", each.name("troubled")));
            expected.add(new Raised("SinkStalled", each.name("troubled")));
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(raised()).containsAll(expected));
        assertThat(raised()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Every alert that has fired so far, but for one: within the minute that is an hour here all connectors are created. */
    private Set<Raised> raised() {
        return prometheus
                .seriesSince(begin, "ALERTS{alertstate=\"firing\", alertname!=\"ConnectRebalancesOften\"}")
                .stream()
                .map(alert -> new Raised(
                        alert.get("alertname"), alert.getOrDefault("connector", alert.getOrDefault("instance", ""))))
                .collect(Collectors.toSet());
    }

    @Test
    @Order(2)
    void everyQueryOfTheDashboardReturnsDataOnEveryWorker() throws Exception {
        List<PanelQuery> queries = PanelQuery.all();
        assertThat(queries).hasSizeGreaterThan(20);
        List<String> empty = new ArrayList<>();
        for (WorkerLine line : Lines.workers()) {
            for (PanelQuery query : queries) {
                PanelQuery asked = query.of(".*_" + line.suffix());
                if (prometheus.seriesSince(begin, asked.expression()).isEmpty()) {
                    empty.add(asked.toString());
                }
            }
        }
        assertThat(empty).isEmpty();
    }

    @Test
    @Order(3)
    void everyMetricThatTheTestsOfTheRulesNameIsAScrapedOne() throws Exception {
        assertThat(prometheus.names()).containsAll(RuleTests.read().metrics());
    }

    @Test
    @Order(4)
    void bothKindsOfWorkerShowTheSameMetrics() {
        List<Set<String>> names = new ArrayList<>();
        for (WorkerLine line : Lines.workers()) {
            names.add(prometheus
                    .seriesSince(
                            begin, "{__name__=~\"kafka_connect_plugins_.*\", connector=~\".*_" + line.suffix() + "\"}")
                    .stream()
                    .map(MonitoringIT::shape)
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
        assertThat(names.get(0)).hasSizeGreaterThan(20);
        assertThat(names).allSatisfy(each -> assertThat(each).isEqualTo(names.get(0)));
    }

    /** A series without what differs between workers. */
    private static String shape(Map<String, String> series) {
        return series.get("__name__") + " " + series.keySet() + " "
                + series.get("connector").replaceFirst("_.*", "");
    }
}
