package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.debezium.transforms.outbox.EventRouter;
import io.effectivelyonce.outbox.row.RowFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Debezium's MariaDB connector delivered from a real server, of every type of column that an outbox has. */
class RecordedMariaDbTest {
    private static final String ID = "3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a1";
    private static final long SECOND_JANUARY = 1_704_164_645_678L;

    static Stream<Map<String, String>> configurations() {
        return Stream.of(
                Map.of(),
                Map.of("table.field.event.id", "raw_id"),
                Map.of("table.field.event.id", "native_id"),
                Map.of("table.field.event.timestamp", "created"),
                Map.of("table.field.event.timestamp", "created_millis"),
                Map.of("table.field.event.timestamp", "stored"),
                Map.of("table.field.event.key", "raw_id", "route.tombstone.on.empty.payload", "true"),
                Map.of("table.field.event.payload", "content", "route.tombstone.on.empty.payload", "true"),
                Map.of("table.expand.json.payload", "true"),
                Map.of("table.expand.json.payload", "true", "table.fields.additional.placement", "type:envelope"),
                Map.of("table.fields.additional.placement", "shard:partition"),
                Map.of(
                        "table.fields.additional.placement",
                        "version:header,signed_version:header,amount:header,urgent:header"),
                Map.of(
                        "table.fields.additional.placement",
                        "version:envelope,raw_id:envelope:raw,stored:envelope,amount:envelope"),
                Map.of("route.by.field", "type", "route.topic.replacement", "shop.${routedByValue}"));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void everyRecordBecomesWhatEventRouterMakesOfIt(Map<String, String> options) {
        Transformation<SourceRecord> ours = Routers.configured();
        ours.configure(options);
        List<SourceRecord> forUs = Recording.of("mariadb");
        List<SourceRecord> forThem = Recording.of("mariadb");

        for (int i = 0; i < forUs.size(); i++) {
            // a fresh one each time: it keeps the first aggregate type's schema name for all that follow
            Transformation<SourceRecord> theirs = new EventRouter<>();
            theirs.configure(options);
            Outcome actual = Outcome.of(ours, forUs.get(i));
            Outcome expected = Outcome.of(theirs, forThem.get(i));
            if (IntendedDifference.ALL.stream().anyMatch(difference -> difference.explains(expected, actual))) {
                continue;
            }
            assertThat(actual).as("%s of %s", options, forThem.get(i)).hasSameClassAs(expected);
            if (actual instanceof Outcome.Event event) {
                assertThat(event.differencesTo((Outcome.Event) expected)).isEmpty();
                assertThat(event.agreesWithItsSchemas()).isTrue();
            }
        }
    }

    @Test
    void theRecordingHoldsEveryKindOfRecord() {
        List<String> kinds = new ArrayList<>();
        for (SourceRecord record : Recording.of("mariadb")) {
            kinds.add(
                    record.value() == null
                            ? "tombstone"
                            : record.topic().equals("shop") ? "ddl" : ((Struct) record.value()).getString("op"));
        }

        assertThat(kinds).containsSubsequence("ddl", "c", "c", "c", "d", "tombstone", "u", "t");
    }

    @Test
    void onlyInsertsBecomeEventsAndARowThatIsDeletedInItsTransactionDoesToo() {
        assertThat(events("behavior.on.truncate", "drop"))
                .extracting(SourceRecord::topic, SourceRecord::key)
                .containsExactly(
                        tuple("outbox.event.Order", "order-1"),
                        tuple("outbox.event.Order", "order-2"),
                        tuple("outbox.event.Invoice", "invoice-3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "raw_id", "native_id"})
    void anIdIsTheSameTextWhateverTheTypeOfItsColumn(String column) {
        SourceRecord event =
                firstEvent("table.field.event.id", column, "event.id.header", "eventId", "event.id.format", "uuid");

        assertThat(Events.header(event, "eventId")).isEqualTo(ID + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "created_millis", "stored"})
    void aTimeIsTheSameWhateverTheTypeOfItsColumn(String column) {
        assertThat(firstEvent("table.field.event.timestamp", column).timestamp())
                .isEqualTo(SECOND_JANUARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "signed_version"})
    void aVersionMayBeSignedOrNot(String column) {
        assertThat(Events.header(firstEvent("table.field.event.version", column), "version"))
                .isEqualTo(6L);
    }

    @Test
    void anUnsignedVersionBeyondAnINT64IsAFaultOfItsRow() {
        Transformation<SourceRecord> router = Routers.configured("table.field.event.version", "version");

        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> router.apply(inserts().get(1)))
                .withMessageContaining("version")
                .withMessageContaining(ID + 2);
        assertThat(Events.header(router.apply(inserts().get(2)), "version")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theTableIsNamedByItsDatabaseAndTheBinaryLogCanBecomeHeaders() {
        SourceRecord event = firstEvent("table.include.list", "shop.outbox", "event.headers.source", "file,pos,db");

        assertThat(Events.header(event, "db")).isEqualTo("shop");
        assertThat(Events.header(event, "file").toString()).startsWith("binlog.");
        SourceRecord ofAnother = inserts().get(0);
        assertThat(Routers.configured("table.include.list", "billing.outbox").apply(ofAnother))
                .isSameAs(ofAnother);
    }

    private static SourceRecord firstEvent(String... keysAndValues) {
        return Routers.configured(keysAndValues).apply(inserts().get(0));
    }

    private static List<SourceRecord> inserts() {
        return Recording.of("mariadb").stream()
                .filter(record -> record.value() instanceof Struct change
                        && change.schema().field("op") != null
                        && change.getString("op").equals("c"))
                .toList();
    }

    private static List<SourceRecord> events(String... keysAndValues) {
        Transformation<SourceRecord> router = Routers.configured(keysAndValues);
        return Recording.of("mariadb").stream()
                .filter(record -> !record.topic().equals("shop"))
                .map(router::apply)
                .filter(event -> event != null)
                .toList();
    }
}
