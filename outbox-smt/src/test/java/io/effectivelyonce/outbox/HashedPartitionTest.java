package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

/** The partition by hash of a column. */
class HashedPartitionTest {

    @Property
    void bytesGoWhereKafkasDefaultPartitionerWouldSendThem(
            @ForAll byte[] key, @ForAll @IntRange(min = 1, max = 1_000) int partitions) {
        int expected = Utils.toPositive(Utils.murmur2(key)) % partitions;

        assertThat(partition(Schema.BYTES_SCHEMA, key, partitions)).isEqualTo(expected);
        assertThat(partition(Schema.BYTES_SCHEMA, ByteBuffer.wrap(key), partitions))
                .isEqualTo(expected);
    }

    @Property
    void textsGoWhereTheirUtf8Goes(@ForAll String key, @ForAll @IntRange(min = 1, max = 100) int partitions) {
        byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);

        assertThat(partition(Schema.STRING_SCHEMA, key, partitions))
                .isEqualTo(Utils.toPositive(Utils.murmur2(utf8)) % partitions);
    }

    @Test
    void numbersGoWhereTheirDigitsGo() {
        assertThat(partition(Schema.INT64_SCHEMA, 42L, 7)).isEqualTo(partition(Schema.STRING_SCHEMA, "42", 7));
    }

    @Test
    void aColumnThatDecidesOnNothingIsAFault() {
        assertFault(
                        Envelopes.row().with("tenant", Schema.OPTIONAL_STRING_SCHEMA, null),
                        "route.partition.by.field",
                        "tenant",
                        "route.partition.count",
                        "3")
                .withMessageContaining("'tenant'")
                .withMessageContaining("found null");
        assertFault(
                        Envelopes.row().with("tenant", Schema.BOOLEAN_SCHEMA, true),
                        "route.partition.by.field",
                        "tenant",
                        "route.partition.count",
                        "3")
                .withMessageContaining("BOOLEAN");
    }

    private static Integer partition(Schema schema, Object value, int partitions) {
        return Routers.route(
                        Envelopes.row().with("tenant", schema, value),
                        "route.partition.by.field",
                        "tenant",
                        "route.partition.count",
                        String.valueOf(partitions))
                .kafkaPartition();
    }
}
