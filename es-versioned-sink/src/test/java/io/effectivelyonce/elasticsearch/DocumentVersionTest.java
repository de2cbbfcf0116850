package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentVersionTest {
    private static final long HIGHEST = Long.MAX_VALUE - 1;

    static Stream<Arguments> versions() {
        return Stream.of(
                Arguments.of((byte) 0, 0),
                Arguments.of((short) 7, 7),
                Arguments.of(7, 7),
                Arguments.of(HIGHEST, HIGHEST),
                Arguments.of("12", 12),
                Arguments.of("007", 7),
                Arguments.of("9223372036854775806", HIGHEST),
                Arguments.of(BigInteger.TEN, 10),
                Arguments.of(new BigDecimal("12.00"), 12),
                Arguments.of(new BigDecimal("1E+3"), 1000),
                Arguments.of(3.0, 3),
                Arguments.of(3.0f, 3),
                Arguments.of(Date.from(Instant.ofEpochMilli(1_790_822_000_005L)), 1_790_822_000_005L));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aWholeNumberInRangeIsAVersion(Object found, long version) {
        assertThat(read(found, Reaction.REJECT)).isEqualTo(version);
    }

    static List<Object> noVersions() {
        return List.of(
                "12a",
                "",
                " 12",
                "1.0",
                "9223372036854775807",
                "9".repeat(60),
                -3,
                "-3",
                Long.MAX_VALUE,
                new BigDecimal("9223372036854775808"),
                new BigDecimal("1.5"),
                new BigDecimal("1E+999999999"),
                new BigDecimal("1E-999999999"),
                1.5,
                1.5f,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                0x1p53,
                0x1p24f,
                true,
                Map.of(),
                new byte[] {'7'});
    }

    @ParameterizedTest
    @MethodSource("noVersions")
    void anythingElseIsAFaultThatNamesTheSelectorAndHoldsNoValue(Object found) {
        assertThatThrownBy(() -> read(found, Reaction.REJECT))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("value.version")
                .hasMessageContaining("version.from")
                .hasMessageNotContaining("12a");
    }

    @Test
    void aMissingVersionIsNeverReplacedByAnotherSource() {
        SinkRecord record = new SinkRecord("t", 0, null, "k", null, Map.of("other", 1), 4711);
        assertThatThrownBy(() -> new DocumentVersion(Selector.parse("value.version"), Reaction.FAIL).of(record))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.FAIL))
                .hasMessageContaining("missing");
    }

    @Test
    void offsetAndTimestampAreSourcesToo() {
        SinkRecord record = new SinkRecord(
                "t", 0, null, "k", null, Map.of(), 4711, 99L, org.apache.kafka.common.record.TimestampType.CREATE_TIME);
        assertThat(new DocumentVersion(Selector.parse("offset"), Reaction.REJECT).of(record))
                .isEqualTo(4711);
        assertThat(new DocumentVersion(Selector.parse("timestamp"), Reaction.REJECT).of(record))
                .isEqualTo(99);
    }

    private static long read(Object found, Reaction reaction) {
        SinkRecord record = new SinkRecord("t", 0, null, "k", null, Map.of("version", found), 0);
        return new DocumentVersion(Selector.parse("value.version"), reaction).of(record);
    }
}
