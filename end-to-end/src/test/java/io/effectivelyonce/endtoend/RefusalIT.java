package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.localstack.RestFailedException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A configuration that can't work is refused over REST, on the key that is to blame. */
@ExtendWith(SharedPipeline.class)
class RefusalIT {
    private final Checkout checkout = Checkout.find();

    @ParameterizedTest
    @EnumSource(Connector.class)
    void whatTheStoryPostsIsValid(Connector connector, Pipeline pipeline) throws IOException {
        assertThat(problems(pipeline, config(connector))).isEmpty();
    }

    @Test
    void theJdbcSinkRefusesAMisspelledKeyAndNamesTheRightOne(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_BUSINESS);
        config.put("dedupe.consmer", "business");

        assertThat(problem(pipeline, config, "dedupe.consmer")).contains("dedupe.consumer");
    }

    @Test
    void theRepeatedOptionsOfAStatementAreShownWithTheirDefinitionAndCheckedLikeOthers(Pipeline pipeline)
            throws IOException {
        Map<String, String> config = config(Connector.SINK_BUSINESS);
        Map<String, JsonNode> definitions =
                pipeline.rest().definitions(config.get("connector.class"), new HashMap<>(config));
        for (String statement : List.of("invoice", "reserve")) {
            for (String option :
                    List.of("sql", "when.from", "when.in", "for.each", "may.be.missing", "rows", "order.by")) {
                String key = "statements." + statement + "." + option;
                assertThat(definitions).containsKey(key);
                assertThat(definitions.get(key).path("documentation").asText())
                        .as(key)
                        .isNotBlank();
                assertThat(definitions.get(key).path("group").asText()).contains(statement);
            }
        }

        config.put("statements.invoice.sqk", "select 1");

        assertThat(problem(pipeline, config, "statements.invoice.sqk")).contains("statements.invoice.sql");
    }

    @Test
    void theJdbcSinkRefusesAStatementOnATableThatIsNotThere(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_BUSINESS);
        config.put("statements.invoice.sql", "insert into no_such_table (order_id) values (:orderId)");

        assertThat(problem(pipeline, config, "statements.invoice.sql")).contains("no_such_table");
    }

    @Test
    void theJdbcSinkRefusesASelectorThatPointsNowhere(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_BUSINESS);
        config.put("event.id.from", "headr.id");

        assertThat(problem(pipeline, config, "event.id.from")).contains("headr");
    }

    @Test
    void theElasticsearchSinkRefusesToGuessTheVersionAndNamesTheChoices(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_PRODUCTS);
        config.remove("version.from");

        assertThat(problem(pipeline, config, "version.from")).contains("header.version", "external.version.header");
    }

    @Test
    void theElasticsearchSinkRefusesAMisspelledKeyAndNamesTheRightOne(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_PRODUCTS);
        config.put("index.name.formt", "products");

        assertThat(problem(pipeline, config, "index.name.formt")).contains("index.name.format");
    }

    @Test
    void theRouterRefusesATopicWithAGroupThatItsExpressionDoesNotHave(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SOURCE_OUTBOX);
        config.put("transforms.outbox.route.topic.replacement", "events.${nobody}");

        assertThat(problem(pipeline, config, "transforms.outbox.route.topic.replacement"))
                .contains("nobody");
    }

    @Test
    void theRouterRefusesAPolicyThatItDoesNotKnow(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SOURCE_OUTBOX);
        config.put("transforms.outbox.behavior.on.invalid.row", "maybe");

        assertThat(problem(pipeline, config, "transforms.outbox.behavior.on.invalid.row"))
                .contains("quarantine");
    }

    @Test
    void aSinkThatIsRefusedIsNotCreated(Pipeline pipeline) throws IOException {
        Map<String, String> config = config(Connector.SINK_PRODUCTS);
        config.remove("version.from");

        assertThatThrownBy(() -> pipeline.rest().put("refused", config))
                .isInstanceOfSatisfying(
                        RestFailedException.class, e -> assertThat(e.status()).isEqualTo(400))
                .hasMessageContaining("header.version");
        assertThat(pipeline.rest().connectors()).doesNotContain("refused");
    }

    private Map<String, String> config(Connector connector) throws IOException {
        return ConnectorDocument.config(checkout, connector);
    }

    private static String problem(Pipeline pipeline, Map<String, String> config, String key) {
        Map<String, List<String>> problems = problems(pipeline, config);
        assertThat(problems).containsOnlyKeys(key);
        return String.join(" ", problems.get(key));
    }

    private static Map<String, List<String>> problems(Pipeline pipeline, Map<String, String> config) {
        config.put("name", "asked");
        return pipeline.rest().validate(config.get("connector.class"), config);
    }
}
