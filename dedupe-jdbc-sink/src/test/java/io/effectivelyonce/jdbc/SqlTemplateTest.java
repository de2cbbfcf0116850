package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateTest {

    private static List<String> parameters(String sql) {
        return SqlTemplate.parse(sql).parameters().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void anOperatorRightBehindAParameterKeepsItsQuestionMark() {
        assertThat(SqlTemplate.parse("SELECT :doc?'k', :doc ?| :keys, a @? :path")
                        .driverText())
                .isEqualTo("SELECT ? ??'k', ? ??| ?, a @?? ?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a::text, '{}'::jsonb",
                "SELECT ':no', 'it''s :no', N':no', U&':no'",
                "SELECT E'\\':no', e'\\\\', E'a''\\':no'",
                "SELECT \":no\", \"a\"\":no\"",
                "SELECT 1 -- :no\n",
                "SELECT 1 /* :no /* :no */ :no */",
                "SELECT $$ :no $$, $tag$ :no $$ :no $tag$",
                "SELECT f(a := 1, b => 2)",
                "SELECT a[1:2], a[lo:hi], a[f(x):n], (a)[b[1]:n]",
                "SELECT a$b, price$ FROM t WHERE x = '$1'",
            })
    void whatOnlyLooksLikeAParameterStaysText(String sql) {
        assertThat(parameters(sql)).isEmpty();
        assertThat(SqlTemplate.parse(sql).driverText()).isEqualTo(sql);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "INSERT INTO t VALUES (:a, :b_2)|value.a,value.b_2",
                "SELECT :a::int, :a::text|value.a,value.a",
                "SELECT :value.x.y, :header.z, :key, :key.id, :item.sku|value.x.y,header.z,key,key.id,item.sku",
                "SELECT :event.id, :topic, :partition, :offset, :timestamp|event.id,topic,partition,offset,timestamp",
                "SELECT :header.`trace-id`, :`odd name`|header.`trace-id`,value.`odd name`",
                "SELECT a[:i], ARRAY[:b,:c], a[1: :d]|value.i,value.b,value.c,value.d",
                "UPDATE t SET n=n+:q WHERE id IN(:a,:b)|value.q,value.a,value.b",
                "SELECT ':no', :yes, $$:no$$ -- :no|value.yes",
                "SELECT nameE':no', :yes|value.yes",
            })
    void namedParametersAreFound(String sql, String expected) {
        assertThat(String.join(",", parameters(sql))).isEqualTo(expected);
    }

    @Test
    void theDriverGetsPlacesForParametersAndDoubledQuestionMarksForOperators() {
        SqlTemplate sql = SqlTemplate.parse("SELECT d ?| ARRAY[:a], '?', d ? 'x' FROM t WHERE id = :b::int;");
        assertThat(sql.driverText()).isEqualTo("SELECT d ??| ARRAY[?], '?', d ?? 'x' FROM t WHERE id = ?::int;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "COMMIT|position 1: a statement starts with INSERT",
                "/* x */ set work_mem = 1|position 9",
                "SELECT 1; DELETE FROM t|position 11: text follows the semicolon",
                "SELECT 'open|position 8: the quote is not closed",
                "SELECT /* open|position 8: the comment is not closed",
                "SELECT $x$ open|position 8: the dollar quote is not closed",
                "SELECT $1|position 8: parameters have names here",
                "SELECT :order.id|write :value.order.id",
                "SELECT :header|wants the name of a header",
                "-- nothing|there is no statement",
            })
    void whatCannotBeAStatementIsRefusedWithThePosition(String sql, String message) {
        assertThatThrownBy(() -> SqlTemplate.parse(sql))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining(message);
    }

    @Property(tries = 2_000)
    void aStatementPutTogetherAgainIsWhatItWas(@ForAll("snippets") List<String> snippets) {
        String sql = "SELECT " + String.join("", snippets);
        SqlTemplate template;
        try {
            template = SqlTemplate.parse(sql);
        } catch (SqlSyntaxException refused) {
            return;
        }
        assertThat(template.toString()).isEqualTo(sql);
    }

    @Property(tries = 1_000)
    void whateverALiteralHoldsIsNoParameter(@ForAll String content) {
        String quoted = "'" + content.replace("'", "''") + "'";
        SqlTemplate template = SqlTemplate.parse("SELECT " + quoted + ", :a");
        assertThat(template.parameters()).hasSize(1);
        assertThat(template.driverText()).isEqualTo("SELECT " + quoted + ", ?");
    }

    @Provide
    Arbitrary<List<String>> snippets() {
        return Arbitraries.of(
                        "a",
                        "e",
                        "E",
                        "'",
                        "''",
                        "\"",
                        "\\",
                        ":",
                        "::",
                        ":=",
                        ":x",
                        ":value.y",
                        ":`z`",
                        "`",
                        "$",
                        "$$",
                        "$t$",
                        "1",
                        ".",
                        "[",
                        "]",
                        "(",
                        ")",
                        "?",
                        "--",
                        "\n",
                        "/*",
                        "*/",
                        ";",
                        " ",
                        ",",
                        "é")
                .list()
                .ofMaxSize(30);
    }
}
