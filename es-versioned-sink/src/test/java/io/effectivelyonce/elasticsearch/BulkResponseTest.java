package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkResponseTest {
    @Test
    void whatIsNotNeededIsPassedOver() throws IOException {
        String full = """
                {"took":7,"ingest_took":1,"errors":true,"items":[
                 {"index":{"_index":"i","_id":"1","_version":5,"result":"created","_shards":{"total":1},"status":201}},
                 {"delete":{"_index":"i","_id":"2","status":404,"result":"not_found"}},
                 {"index":{"_index":"i","_id":"3","error":{"root_cause":[{"type":"x","reason":"y"}],
                   "type":"document_parsing_exception","reason":"quotes 'secret'","caused_by":{"type":"z"}},"status":400}}
                ]}""";
        assertThat(BulkResponse.items(stream(full)))
                .containsExactly(
                        Item.FINE,
                        new Item(404, "", ""),
                        new Item(400, "document_parsing_exception", "quotes 'secret'"));
    }

    @Test
    void theReasonIsNotShown() {
        assertThat(new Item(400, "document_parsing_exception", "quotes 'secret'").toString())
                .isEqualTo("status 400, document_parsing_exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "[]",
                "{}",
                "{\"items\":7}",
                "{\"items\":[{\"index\":{}}]}",
                "{\"items\":[{\"index\":{\"status\":\"200\"}}]}",
                "{\"items\":[{\"index\":{\"status\":200}}",
                "{\"items\":[{\"index\":{\"status\":200}},"
            })
    void whatIsNoBulkResponseIsNotTakenForOne(String body) {
        assertThatThrownBy(() -> BulkResponse.items(stream(body))).isInstanceOf(IOException.class);
    }

    @Test
    void theTypeOfAnErrorIsFoundAndItsReasonIsLeftAlone() {
        assertThat(BulkResponse.errorType(stream(
                        "{\"error\":{\"root_cause\":[],\"type\":\"x_exception\",\"reason\":\"r\"},\"status\":400}")))
                .isEqualTo("x_exception");
        assertThat(BulkResponse.errorType(stream("<html>"))).isEqualTo("no error type");
        assertThat(BulkResponse.errorType(stream(""))).isEqualTo("no error type");
        assertThat(BulkResponse.errorType(stream("{\"error\":\"no handler\"}"))).isEqualTo("no error type");
    }

    @Test
    void anErrorMayQuoteADocumentOfAnySize() throws IOException {
        String quote = "x".repeat(21_000_000);
        assertThat(BulkResponse.items(
                        stream("{\"items\":[{\"index\":{\"status\":400,\"error\":{\"type\":\"t\",\"reason\":\"" + quote
                                + "\"}}}]}")))
                .singleElement()
                .satisfies(item -> assertThat(item.reason()).hasSameSizeAs(quote));
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
