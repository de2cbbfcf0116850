package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.spine.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemPolicyTest {
    private final OperationWriter writer =
            new OperationWriter(VersionType.EXTERNAL, Optional.empty(), true, Optional.empty());
    private final DocumentKey key = new DocumentKey("products", "p1", Optional.empty());
    private final Operation index = writer.index(key, 5, null, Map.of());
    private final Operation delete = writer.delete(key, 5);

    @ParameterizedTest
    @CsvSource({
        "[p1]: version conflict; current version [5] is higher or equal to the one provided [5], DUPLICATE",
        "[p1]: version conflict; current version [9] is higher or equal to the one provided [5], STALE",
        "[p1]: version conflict; current version [55] is higher than the one provided [5], STALE",
        "[current version [5]]: version conflict; current version [9] is higher or equal to the one provided [5], STALE",
        "other words, STALE",
        "'', STALE"
    })
    void aConflictIsSuccessAndTheVersionsTellWhich(String reason, Outcome outcome) {
        Item conflict = new Item(409, "version_conflict_engine_exception", reason);
        for (Operation operation : List.of(index, delete)) {
            assertThat(ItemPolicy.judge(operation, conflict))
                    .isInstanceOfSatisfying(
                            ItemVerdict.Sealed.class,
                            success -> assertThat(success.outcome()).isEqualTo(outcome));
        }
    }

    @Test
    void theDeleteOfAMissingDocumentIsApplied() {
        assertThat(ItemPolicy.judge(delete, new Item(404, "", "")))
                .isEqualTo(new ItemVerdict.Sealed(Outcome.APPLIED, ""));
        assertThat(ItemPolicy.judge(delete, new Item(404, "index_not_found_exception", "")))
                .isInstanceOf(ItemVerdict.Misconfigured.class);
    }

    @ParameterizedTest
    @CsvSource({
        "429, es_rejected_execution_exception",
        "429, cluster_block_exception",
        "503, unavailable_shards_exception",
        "500, already_closed_exception",
        "403, cluster_block_exception",
        "400, index_closed_exception"
    })
    void theEnvironmentIsNotTheRecordsFault(int status, String type) {
        assertThat(ItemPolicy.judge(index, new Item(status, type, ""))).isInstanceOf(ItemVerdict.Later.class);
    }

    @ParameterizedTest
    @CsvSource({
        "403, security_exception, action is unauthorized",
        "404, index_not_found_exception, no such index",
        "400, routing_missing_exception, routing is required for [products]/[p1]",
        "400, illegal_argument_exception, pipeline with id [x] does not exist",
        "400, illegal_argument_exception, no write index is defined for alias [x]",
        "400, illegal_argument_exception, only write ops with an op_type of create are allowed in data streams"
    })
    void theConfigurationIsNotTheRecordsFaultEither(int status, String type, String reason) {
        assertThat(ItemPolicy.judge(index, new Item(status, type, reason)))
                .isInstanceOf(ItemVerdict.Misconfigured.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400, validation_exception, 'Validation Failed: 1: this action would add [2] shards, but this cluster currently"
                + " has [1000]/[1000] maximum normal shards open;'",
        "400, illegal_argument_exception, Number of documents in the index can't exceed [2147483519]",
        "409, status_exception, Trained model deployment [m] is not allocated to any nodes"
    })
    void aServerThatIsFullOrNotReadyIsNotTheRecordsFault(int status, String type, String reason) {
        assertThat(ItemPolicy.judge(index, new Item(status, type, reason))).isInstanceOf(ItemVerdict.Later.class);
    }

    @ParameterizedTest
    @CsvSource({"fail_processor_exception", "null_pointer_exception"})
    void aDocumentAtWhichTheServerFailsIsSuspected(String type) {
        assertThat(ItemPolicy.judge(index, new Item(500, type, ""))).isInstanceOf(ItemVerdict.Failed.class);
    }

    @ParameterizedTest
    @CsvSource({"i_o_exception", "translog_exception", "engine_closed_exception", "receive_timeout_transport_exception"
    })
    void aMachineThatFailsIsNotTheRecordsFault(String type) {
        assertThat(ItemPolicy.judge(index, new Item(500, type, ""))).isInstanceOf(ItemVerdict.Later.class);
    }

    @Test
    void aDocumentThatDoesNotFitIsTheRecordsFaultAndIsNotQuoted() {
        for (String type : new String[] {
            "document_parsing_exception", "mapper_parsing_exception", "strict_dynamic_mapping_exception"
        }) {
            assertThat(ItemPolicy.judge(index, new Item(400, type, "failed to parse 'secret'")))
                    .isInstanceOfSatisfying(
                            ItemVerdict.Faulty.class,
                            faulty -> assertThat(faulty.fault().getMessage())
                                    .contains("400", type, "products", "p1")
                                    .doesNotContain("secret"));
        }
    }
}
