package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainInsertTest {

    private static Optional<PlainInsert> of(String sql) {
        return PlainInsert.of(SqlTemplate.parse(sql));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t VALUES (:a, :b)|INSERT INTO t SELECT * FROM unnest(?::x[], ?::y[])",
                "insert into app.\"T t\" ( a,\"b\"\"b\" ) values(:a,:b);|insert into app.\"T t\" ( a,\"b\"\"b\" ) SELECT * FROM unnest(?::x[], ?::y[])",
                "INSERT INTO t(a, b) VALUES (:value.a , :event.id) ON CONFLICT DO NOTHING|INSERT INTO t(a, b) SELECT * FROM unnest(?::x[], ?::y[]) ON CONFLICT DO NOTHING",
                "INSERT INTO t VALUES (:a, :b) on conflict (a, b) do nothing ;|INSERT INTO t SELECT * FROM unnest(?::x[], ?::y[]) on conflict (a, b) do nothing",
                "INSERT INTO t VALUES (:a, :b) ON CONFLICT ON CONSTRAINT t_pkey DO NOTHING|INSERT INTO t SELECT * FROM unnest(?::x[], ?::y[]) ON CONFLICT ON CONSTRAINT t_pkey DO NOTHING",
            })
    void aPlainInsertTakesAnArrayForEachParameter(String sql, String ofArrays) {
        assertThat(of(sql).orElseThrow().ofArrays(List.of("x", "y")).strip()).isEqualTo(ofArrays);
    }

    @Test
    void onlyAnInsertThatNamesItsColumnsAndFailsOnAConflictIsAlsoACopy() {
        assertThat(of("INSERT INTO app.t (a, \"B\") VALUES (:a, :b)")
                        .orElseThrow()
                        .copy())
                .contains("COPY app.t (a, \"B\") FROM STDIN");
        assertThat(of("INSERT INTO t VALUES (:a, :b)").orElseThrow().copy()).isEmpty();
        assertThat(of("INSERT INTO t (a) VALUES (:a) ON CONFLICT DO NOTHING")
                        .orElseThrow()
                        .copy())
                .isEmpty();
        assertThat(of("INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = excluded.b")
                        .orElseThrow()
                        .copy())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (:a, 1)",
                "INSERT INTO t VALUES (1, :a)",
                "INSERT INTO t VALUES (:a, now())",
                "INSERT INTO t VALUES (:a::int)",
                "INSERT INTO t VALUES (:a + :b)",
                "INSERT INTO t VALUES (:a), (:b)",
                "INSERT INTO t VALUES (lower(:a))",
                "INSERT INTO t VALUES ((:a))",
                "INSERT INTO t VALUES (:a, DEFAULT)",
                "INSERT INTO t VALUES (:a) RETURNING a",
                "INSERT INTO t VALUES (:a) ON CONFLICT (a) DO UPDATE SET a = excluded.a",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (c) DO UPDATE SET b = excluded.b",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = excluded.c",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = t.b + excluded.b",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE t.b < 5",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET (b) = (excluded.b)",
                "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT ON CONSTRAINT x DO UPDATE SET b = excluded.b",
                "INSERT INTO t VALUES (:a) ON CONFLICT (lower(a)) DO NOTHING",
                "INSERT INTO t VALUES (:a) ON CONFLICT (a) WHERE a > 1 DO NOTHING",
                "INSERT INTO t AS x VALUES (:a)",
                "INSERT INTO t (a[1]) VALUES (:a)",
                "INSERT INTO t OVERRIDING SYSTEM VALUE VALUES (:a)",
                "INSERT INTO t SELECT :a",
                "INSERT /* row by row */ INTO t VALUES (:a)",
                "WITH x AS (SELECT 1) INSERT INTO t VALUES (:a)",
                "INSERT INTO t VALUES ()",
                "INSERT INTO t DEFAULT VALUES",
                "UPDATE t SET a = :a",
                "SELECT :a",
            })
    void anythingElseIsNoPlainInsert(String sql) {
        assertThat(of(sql)).isEmpty();
    }

    @Test
    void anUpdateWithWhatIsInsertedIsPlainTooAndKnowsItsKey() {
        PlainInsert insert = of("INSERT INTO t (a, \"B\", c) VALUES (:a, :b, :c) ON CONFLICT (C, a) DO UPDATE SET"
                        + " \"B\" = EXCLUDED.\"B\", c = excluded . A;")
                .orElseThrow();
        assertThat(insert.key()).containsExactly(2, 0);
        assertThat(insert.alwaysOneRow()).isTrue();
        assertThat(insert.ofArrays(List.of("x", "y", "z")))
                .isEqualTo(
                        "INSERT INTO t (a, \"B\", c) SELECT * FROM unnest(?::x[], ?::y[], ?::z[]) ON CONFLICT (C, a) DO"
                                + " UPDATE SET \"B\" = EXCLUDED.\"B\", c = excluded . A");
    }

    @Test
    void theNthRowWithAKeyIsInTheNthWave() {
        List<String> a1 = List.of("a", "1");
        List<String> a2 = List.of("a", "2");
        List<String> b1 = List.of("b", "1");
        List<String> none = Arrays.asList(null, "1");
        assertThat(Waves.of(List.of(a1, none, a2, b1, none, a1), List.of(0)))
                .containsExactly(List.of(a1, none, b1, none), List.of(a2), List.of(a1));
        assertThat(Waves.of(List.of(a1, a1), List.of())).containsExactly(List.of(a1, a1));
    }

    @Test
    void onlyWithoutAConflictClauseOneRowIsCertain() {
        assertThat(of("INSERT INTO t VALUES (:a)").orElseThrow().alwaysOneRow()).isTrue();
        assertThat(of("INSERT INTO t VALUES (:a) ON CONFLICT DO NOTHING")
                        .orElseThrow()
                        .alwaysOneRow())
                .isFalse();
    }
}
