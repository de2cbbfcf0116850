package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.jdbc.SqlFault.Kind;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class SqlFaultTest {

    @ParameterizedTest
    @CsvSource({
        "22001, RECORD",
        "22P02, RECORD",
        "22021, RECORD",
        "23502, RECORD",
        "23503, RECORD",
        "23505, RECORD",
        "23514, RECORD",
        "23P01, RECORD",
        "23001, RECORD",
        "21000, RECORD",
        "P0001, RECORD",
        "44000, RECORD",
        "54000, RECORD",
        "54001, RECORD",
        "42601, RECORD",
        "42704, RECORD",
        "UE001, RECORD",
        "08000, ENVIRONMENT",
        "08006, ENVIRONMENT",
        "40001, ENVIRONMENT",
        "40P01, ENVIRONMENT",
        "53100, ENVIRONMENT",
        "53300, ENVIRONMENT",
        "55P03, ENVIRONMENT",
        "57014, ENVIRONMENT",
        "57P01, ENVIRONMENT",
        "57P03, ENVIRONMENT",
        "58030, ENVIRONMENT",
        "25006, ENVIRONMENT",
        "25P02, ENVIRONMENT",
        "25P03, ENVIRONMENT",
        "42P01, CONFIGURATION",
        "42501, CONFIGURATION",
        "42703, CONFIGURATION",
        "28P01, CONFIGURATION",
        "3D000, CONFIGURATION",
        "3F000, CONFIGURATION",
        "0A000, CONFIGURATION",
        "26000, CONFIGURATION",
        "XX000, CONFIGURATION",
    })
    void theStateTellsWhoseFaultItIs(String state, Kind kind) {
        assertThat(kindOf(state, "nthe_key")).isEqualTo(kind);
    }

    @Test
    void aRowThatNoPartitionTakesIsNoFaultOfTheRecord() {
        assertThat(kindOf("23514", "tthe_table")).isEqualTo(Kind.CONFIGURATION);
    }

    @Test
    void aWrongStatementInsideAFunctionIsNoFaultOfTheRecord() {
        assertThat(kindOf("42601", "qSELEC 1")).isEqualTo(Kind.CONFIGURATION);
        assertThat(kindOf("42704", "qSELECT 1::nothing")).isEqualTo(Kind.CONFIGURATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GetNewTransactionId", "GetNewMultiXactId"})
    void aServerThatHasRunOutOfTransactionIdsIsOfTheEnvironment(String routine) {
        assertThat(kindOf("54000", "R" + routine)).isEqualTo(Kind.ENVIRONMENT);
        assertThat(SqlFault.ofClaim("the claim", failure("54000", "R" + routine))
                        .kind())
                .isEqualTo(Kind.ENVIRONMENT);
    }

    @ParameterizedTest
    @CsvSource({
        "22001, CONFIGURATION",
        "23502, CONFIGURATION",
        "54000, CONFIGURATION",
        "P0001, CONFIGURATION",
        "22021, RECORD",
        "22P05, RECORD",
        "40P01, ENVIRONMENT",
    })
    void aClaimFailsBecauseOfItsTableAndNotOfTheRecord(String state, Kind kind) {
        assertThat(SqlFault.ofClaim("the claim", failure(state, "tclaims")).kind())
                .isEqualTo(kind);
    }

    private static Kind kindOf(String state, String field) {
        return SqlFault.of("statement 'one'", failure(state, field)).kind();
    }

    private static PSQLException failure(String state, String field) {
        return new PSQLException(new ServerErrorMessage("SERROR\0C" + state + "\0" + field + "\0\0"));
    }

    @Test
    void aFailureWithoutAStateIsOfTheEnvironment() {
        assertThat(SqlFault.of("COMMIT", new SQLException("broken")).kind()).isEqualTo(Kind.ENVIRONMENT);
    }

    @Test
    void theMessageNamesThePlaceAndNeverTheServersWords() {
        PSQLException server = new PSQLException(
                new ServerErrorMessage(
                        "SERROR\0C23505\0Mduplicate key Mrs. Private\0DKey (name)=(Mrs. Private)\0ttable_name\0nthe_key\0ccol\0\0"));
        SqlFault fault = SqlFault.of(
                "statement 'one'", new BatchUpdateException("Batch entry (Mrs. Private)", "23505", new int[0], server));
        SqlFault chained = SqlFault.of("statement 'one'", chained(server));
        assertThat(fault.sqlState()).isEqualTo("23505");
        assertThat(chained.message())
                .isEqualTo("statement 'one' failed with SQLSTATE 23505 (unique violation), constraint the_key,"
                        + " table table_name, column col");
        assertThat(fault.message()).doesNotContain("Private");
    }

    private static BatchUpdateException chained(SQLException next) {
        BatchUpdateException batch = new BatchUpdateException("Batch entry (Mrs. Private)", "23505", new int[0]);
        batch.setNextException(next);
        return batch;
    }

    @Test
    void beforeAnyRecordIsSentNothingIsAFaultOfARecordAndTheServersWordsHelp() {
        PSQLException server =
                new PSQLException(new ServerErrorMessage("SERROR\0C22P02\0Minvalid input syntax\0P8\0\0"));
        SqlFault fault = SqlFault.beforeAnyRecord("statement 'one'", server);
        assertThat(fault.kind()).isEqualTo(Kind.CONFIGURATION);
        assertThat(fault.message()).contains("invalid input syntax, at position 8");
    }
}
