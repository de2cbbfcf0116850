package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectConfigsTest {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([^}]*)}");
    private static final Pattern SECRET =
            Pattern.compile("password|secret|token|api[._-]?key|credential", Pattern.CASE_INSENSITIVE);

    private final Checkout checkout = Checkout.find();

    @ParameterizedTest
    @EnumSource(Connector.class)
    void everyDocumentParsesAndBearsItsFilesName(Connector connector) throws IOException {
        JsonNode document = new ObjectMapper().readTree(checkout.connector(connector));

        assertThat(document.path("name").asText()).isEqualTo(connector.title());
        assertThat(document.path("config").path("connector.class").asText()).isNotEmpty();
        assertThat(document).hasSize(2);
    }

    @Test
    void everyDocumentInTheFolderIsPlayedByTheStory() throws IOException {
        try (Stream<Path> files = Files.list(checkout.configs())) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".json")))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(Connector.values())
                            .map(connector -> connector.title() + ".json")
                            .toList());
        }
    }

    @Test
    void theScriptOfDockerComposeRegistersEveryConnector() throws IOException {
        String script = Files.readString(checkout.configs().resolve("register.sh"));

        assertThat(Connector.values())
                .allSatisfy(connector -> assertThat(script).contains(connector.title()));
    }

    @ParameterizedTest
    @EnumSource(Connector.class)
    void noDocumentHoldsASecret(Connector connector) throws IOException {
        JsonNode config =
                new ObjectMapper().readTree(checkout.connector(connector)).path("config");

        config.properties().forEach(option -> {
            if (SECRET.matcher(option.getKey()).find()) {
                assertThat(option.getValue().asText()).as(option.getKey()).matches(REFERENCE.pattern());
            }
            assertThat(option.getValue().asText()).as(option.getKey()).doesNotContainPattern("://[^/$]*:[^/$]*@");
        });
    }

    @Test
    void theWorkerLetsEveryReferencedVariableBeReadAndNoOther() throws IOException {
        Pattern allowed = Pattern.compile(worker().getProperty("config.providers.env.param.allowlist.pattern"));
        List<String> texts =
                new ArrayList<>(List.of(Files.readString(checkout.configs().resolve("worker.properties"))));
        for (Connector connector : Connector.values()) {
            texts.add(checkout.connector(connector));
        }

        List<String> referenced = texts.stream()
                .flatMap(text -> REFERENCE.matcher(text).results().map(found -> found.group(1)))
                .filter(name -> !name.equals("NAME"))
                .distinct()
                .toList();

        assertThat(referenced)
                .isNotEmpty()
                .allMatch(name -> allowed.matcher(name).matches());
        assertThat(List.of("PATH", "AWS_SECRET_ACCESS_KEY", "POSTGRES_PASSWORD_OF_SOMEBODY"))
                .noneMatch(name -> allowed.matcher(name).matches());
    }

    @Test
    void theSinksReadCommittedRecordsAndTheSourcesWriteTransactions() throws IOException {
        assertThat(worker())
                .containsEntry("exactly.once.source.support", "enabled")
                .containsEntry("consumer.isolation.level", "read_committed")
                .containsEntry("header.converter", "org.apache.kafka.connect.storage.StringConverter");
    }

    private Properties worker() throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(checkout.configs().resolve("worker.properties"))) {
            properties.load(file);
        }
        return properties;
    }
}
