package io.effectivelyonce.jdbc.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFormatTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "${topic}|Orders|\"Orders\"",
                "${topic}|shop.Orders|\"shop\".\"Orders\"",
                "${topic}|db.shop.orders|\"db\".\"shop\".\"orders\"",
                "app.\"${topic}\"|shop.orders|\"app\".\"shop.orders\"",
                "\"A p\".t_${topic}_x|o|\"A p\".\"t_o_x\"",
                "fixed|any.topic.there.may.be|\"fixed\"",
            })
    void dotsDivideUnlessTheyAreQuoted(String format, String topic, String sql) {
        assertThat(new TableFormat(format, true).of(topic).sql()).isEqualTo(sql);
    }

    @Test
    void withoutQuotesNamesAreFoldedUnlessTheFormatQuotesThem() {
        assertThat(new TableFormat("App.\"${topic}\"", false).of("Orders").sql())
                .isEqualTo("\"app\".\"Orders\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"${topic}|a..b", "${topic}|.a", "${topic}.|a", "${topic}|a.b.c.d"})
    void whatIsNoNameIsRefused(String format, String topic) {
        assertThatThrownBy(() -> new TableFormat(format, true).of(topic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table.name.format")
                .hasMessageContaining(topic);
    }
}
