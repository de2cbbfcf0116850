package io.effectivelyonce.spine.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import java.math.BigDecimal;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

class IdTextTest {
    private static final Selector HEADER = Selector.parse("header.id");
    private static final Selector FIELD = Selector.parse("value.id");

    @Test
    void textStaysAsItIs() {
        assertThat(IdText.of(HEADER, Selected.of(null, " 007a "))).isEqualTo(" 007a ");
        assertThat(IdText.of(FIELD, Selected.of(null, ""))).isEmpty();
    }

    @Test
    void wholeNumbersOfFieldsHaveOneSpelling() {
        assertThat(IdText.of(FIELD, Selected.of(null, 7L))).isEqualTo("7");
        assertThat(IdText.of(FIELD, Selected.of(null, 7))).isEqualTo("7");
        assertThat(IdText.of(FIELD, Selected.of(null, (short) 7))).isEqualTo("7");
        assertThat(IdText.of(FIELD, Selected.of(null, (byte) -7))).isEqualTo("-7");
    }

    @Test
    void aHeaderThatWasRetypedIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> IdText.of(HEADER, Selected.of(Schema.INT8_SCHEMA, (byte) 7)))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("header.id")
                .hasMessageContaining("int8")
                .hasMessageContaining("header.converter=org.apache.kafka.connect.storage.StringConverter");
    }

    @Test
    void whatHasNoOneSpellingIsRefused() {
        Schema decimal = Decimal.schema(2);
        assertThatThrownBy(() -> IdText.of(FIELD, Selected.of(decimal, new BigDecimal("1.50"))))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("value.id is of type " + Decimal.LOGICAL_NAME)
                .hasMessageNotContaining("1.50");
        assertThatThrownBy(() -> IdText.of(FIELD, Selected.of(null, 1.0))).hasMessageContaining("Double");
        assertThatThrownBy(() -> IdText.of(FIELD, Selected.of(null, true))).hasMessageContaining("Boolean");
    }
}
