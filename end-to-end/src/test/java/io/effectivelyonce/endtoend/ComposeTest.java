package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What can be said of docker-compose.yml without Docker; the Compose schema itself is {@link ComposeSchemaIT}'s. */
class ComposeTest {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([^}]*)}");

    private final Checkout checkout = Checkout.find();

    @Test
    void everythingThatIsMountedIsInTheCheckoutOrMadeByTheBuild() {
        assertThat(mounted()).contains("./connect-configs").allSatisfy(path -> {
            if (path.contains("/target/")) {
                assertThat(path)
                        .isIn(
                                "./end-to-end/target/plugins",
                                "./local-stack/parts/debezium-postgres/target/lib",
                                "./local-stack/parts/jmx-exporter/target/lib");
            } else {
                assertThat(checkout.root().resolve(path)).exists();
            }
        });
    }

    @Test
    void everyFileThatIsMountedIsReadByATest() throws IOException {
        String tests = sourcesOfTests();

        assertThat(mounted().filter(path -> !path.contains("/target/")).flatMap(this::files))
                .hasSizeGreaterThan(10)
                .allSatisfy(file -> {
                    String name = file.getFileName().toString();
                    assertThat(tests)
                            .containsPattern("\"([^\"]*/)?" + Pattern.quote(name.replaceFirst("\\.(json|sql)$", ""))
                                    + "(\\.json|\\.sql)?\"");
                });
    }

    private String sourcesOfTests() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String sources : List.of("end-to-end/src", "compatibility/src", "es-versioned-sink/src/test")) {
            try (Stream<Path> files = Files.walk(checkout.root().resolve(sources))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    text.append(Files.readString(file));
                }
            }
        }
        return text.toString();
    }

    private Stream<Path> files(String mounted) {
        try (Stream<Path> files = Files.walk(checkout.root().resolve(mounted))) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theWorkerShowsItsMetricsWherePrometheusLooksForThem() throws IOException {
        String options = ((Map<?, ?>) service("connect").get("environment"))
                .get("KAFKA_OPTS")
                .toString();
        String prometheus = Files.readString(checkout.configs().resolve("monitoring/prometheus.yml"));

        assertThat(prometheus).contains("\"connect:9404\"");
        assertThat(options).contains("=9404:/connect-configs/monitoring/jmx-exporter.yml");
        String agent = options.substring("-javaagent:/opt/jmx-exporter/".length(), options.indexOf('='));
        assertThat(checkout.root()
                        .resolve("local-stack/parts/jmx-exporter/target/lib")
                        .resolve(agent))
                .exists();
    }

    @Test
    void grafanaFindsItsDataSourceAndItsDashboard() throws IOException {
        Path grafana = checkout.configs().resolve("monitoring/grafana");
        Map<?, ?> source = (Map<?, ?>) ((List<?>) yaml(Files.readString(grafana.resolve("datasource.yml")))
                        .get("datasources"))
                .get(0);
        Map<?, ?> provider = (Map<?, ?>) ((List<?>) yaml(Files.readString(grafana.resolve("dashboards.yml")))
                        .get("providers"))
                .get(0);
        String folder = ((Map<?, ?>) provider.get("options")).get("path").toString();
        String dashboard = Files.readString(grafana.resolve("effectively-once.json"));

        assertThat(source.get("url")).isEqualTo("http://prometheus:9090");
        assertThat(dashboard).contains("\"value\": \"" + source.get("uid") + "\"");
        assertThat(mounts())
                .contains("./connect-configs/monitoring/grafana/effectively-once.json:" + folder
                        + "/effectively-once.json:ro");
    }

    @Test
    void everyServiceThatStaysSaysWhetherItIsHealthy() {
        assertThat(services()).allSatisfy((name, service) -> {
            if (!name.equals("register-connectors")) {
                assertThat(service.containsKey("healthcheck"))
                        .as("health check of " + name)
                        .isTrue();
            }
        });
    }

    @Test
    void theWorkerRunsOnTheSamePropertiesAsTheTests() throws IOException {
        Map<?, ?> connect = service("connect");

        assertThat(connect.get("command").toString()).contains("/connect-configs/worker.properties");
        assertThat((List<?>) connect.get("volumes")).asString().contains("./connect-configs:/connect-configs:ro");
    }

    @Test
    void theWorkersPluginPathIsWhereThePluginsAreMounted() throws IOException {
        Properties worker = new Properties();
        try (Reader file = Files.newBufferedReader(checkout.configs().resolve("worker.properties"))) {
            worker.load(file);
        }
        String volumes = service("connect").get("volumes").toString();

        assertThat(worker.getProperty("plugin.path").split(","))
                .allSatisfy(path -> assertThat(volumes).contains(":" + path));
    }

    @Test
    void theWorkerHasEveryVariableThatAConfigurationNames() throws IOException {
        StringBuilder texts =
                new StringBuilder(Files.readString(checkout.configs().resolve("worker.properties")));
        for (Connector connector : Connector.values()) {
            texts.append(checkout.connector(connector));
        }
        Map<?, ?> environment = (Map<?, ?>) service("connect").get("environment");

        assertThat(REFERENCE
                        .matcher(texts)
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> !name.equals("NAME")))
                .isNotEmpty()
                .allSatisfy(name ->
                        assertThat(environment.containsKey(name)).as(name).isTrue());
    }

    @Test
    void theDatabasesPasswordIsAskedForAndNotGiven() throws IOException {
        assertThat(compose()).doesNotContainPattern("(?m)PASSWORD: +[^$ ]");
    }

    @Test
    void everyServiceIsHealthyBeforeAnotherNeedsIt() throws IOException {
        assertThat(services().values()).allSatisfy(service -> {
            Object needs = service.get("depends_on");
            if (needs != null) {
                ((Map<?, ?>) needs).forEach((name, condition) -> {
                    assertThat(condition).asString().contains("service_healthy");
                    assertThat(services().get(name.toString()).containsKey("healthcheck"))
                            .isTrue();
                });
            }
        });
    }

    /** What is mounted, as it stands before the colon. */
    private Stream<String> mounted() {
        return mounts().map(mount -> mount.substring(0, mount.indexOf(':')));
    }

    private Stream<String> mounts() {
        List<String> mounts = new ArrayList<>();
        for (Map<?, ?> service : services().values()) {
            Object volumes = service.get("volumes");
            if (volumes != null) {
                ((List<?>) volumes).forEach(volume -> mounts.add(volume.toString()));
            }
        }
        return mounts.stream();
    }

    private Map<?, ?> service(String name) {
        return services().get(name);
    }

    @SuppressWarnings("unchecked") // the Compose schema says so
    private Map<String, Map<?, ?>> services() {
        return (Map<String, Map<?, ?>>) yaml(compose()).get("services");
    }

    private static Map<String, Object> yaml(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    }

    private String compose() {
        try {
            return Files.readString(checkout.root().resolve("docker-compose.yml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
