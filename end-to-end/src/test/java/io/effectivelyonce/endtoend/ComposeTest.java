package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
    void everythingThatIsMountedIsInTheCheckoutOrMadeByTheBuild() throws IOException {
        List<String> mounted =
                mounts().map(mount -> mount.substring(0, mount.indexOf(':'))).toList();

        assertThat(mounted).contains("./connect-configs").allSatisfy(path -> {
            if (path.contains("/target/")) {
                assertThat(path)
                        .isIn("./end-to-end/target/plugins", "./local-stack/parts/debezium-postgres/target/lib");
            } else {
                assertThat(checkout.root().resolve(path)).exists();
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
            Object needs = ((Map<?, ?>) service).get("depends_on");
            if (needs != null) {
                ((Map<?, ?>) needs).forEach((name, condition) -> {
                    assertThat(condition).asString().contains("service_healthy");
                    assertThat(((Map<?, ?>) services().get(name)).containsKey("healthcheck"))
                            .isTrue();
                });
            }
        });
    }

    private Stream<String> mounts() {
        List<String> mounts = new ArrayList<>();
        for (Object service : services().values()) {
            Object volumes = ((Map<?, ?>) service).get("volumes");
            if (volumes != null) {
                ((List<?>) volumes).forEach(volume -> mounts.add(volume.toString()));
            }
        }
        return mounts.stream();
    }

    private Map<?, ?> service(String name) {
        return (Map<?, ?>) services().get(name);
    }

    private Map<?, ?> services() {
        Map<String, Map<?, ?>> document = new Yaml(new SafeConstructor(new LoaderOptions())).load(compose());
        return document.get("services");
    }

    private String compose() {
        try {
            return Files.readString(checkout.root().resolve("docker-compose.yml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
