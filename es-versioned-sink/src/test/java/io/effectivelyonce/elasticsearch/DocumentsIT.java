package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DocumentsIT {
    private static final Schema PRODUCT = SchemaBuilder.struct()
            .field("name", Schema.STRING_SCHEMA)
            .field("price", Decimal.schema(2))
            .field("changed", Timestamp.SCHEMA)
            .field("version", Schema.INT64_SCHEMA)
            .build();

    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void aStructArrivesWithAllItsDigitsAndItsTimeIsADate() {
        Struct product = new Struct(PRODUCT)
                .put("name", "Pan \ud83c\udf73\n")
                .put("price", new BigDecimal("12345678901234567.89"))
                .put("changed", Date.from(Instant.parse("2026-11-30T10:00:00.120Z")))
                .put("version", 3L);
        SinkRecord record = new SinkRecord(topic.name(), 0, null, "p1", PRODUCT, product, 0);
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("version.from", "value.version"))) {
            task.deliver(List.of(record)).awaitAll();
        }
        JsonNode document = server.document(topic.name(), "p1");
        assertThat(document.path("_version").asLong()).isEqualTo(3);
        assertThat(document.path("_source").path("name").asText()).isEqualTo("Pan \ud83c\udf73\n");
        assertThat(server.text("/" + topic.name() + "/_source/p1")).contains("12345678901234567.89");
        assertThat(server.ask("GET", "/" + topic.name() + "/_mapping", "")
                        .at("/" + topic.name() + "/mappings/properties/changed/type")
                        .asText())
                .isEqualTo("date");
    }

    @Test
    void jsonTextArrivesAsItIs() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 2L, "{\n \"n\": 1.100000000000000000001\n}")))
                    .awaitAll();
        }
        assertThat(server.text("/" + topic.name() + "/_source/p1")).contains("1.100000000000000000001");
    }
}
