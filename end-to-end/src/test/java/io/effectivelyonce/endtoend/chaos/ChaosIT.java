package io.effectivelyonce.endtoend.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.Folder;
import io.effectivelyonce.endtoend.audit.Breach;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@code bin/chaos} in short: a seed that begins with the faults that are hardest to bear. */
class ChaosIT {
    private static final long SEED = 1_581_568;
    private static final int FAULTS = 8;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Test
    void underTheHardestFaultsNothingIsLostDoubledOrWrong() throws SQLException, IOException {
        Checkout checkout = Checkout.find();
        Path folder = Folder.emptied(checkout.target().resolve("tests").resolve("chaos"));
        PrintStream screen = System.out;
        Round.Result result;
        try (Chronicle chronicle = new Chronicle(screen, folder)) {
            result = new Round(checkout, folder.resolve("round"), SEED, FAULTS, LIMIT).play(chronicle);
        }

        assertThat(result.outcome().verdict().findings()).isEmpty();
        assertThat(result.outcome().verdict().counts()).hasSize(Breach.values().length);
        assertThat(result.outcome().failedSinks()).isEmpty();
        assertThat(result.outcome().doubledByControl())
                .as("invoices that the sink without claims has doubled: the faults were real")
                .isPositive();
        assertThat(result.faultsByKind())
                .containsKeys(
                        "offsets reset to the beginning",
                        "answer to a bulk request lost",
                        "search server answers 429",
                        "business database shut down immediately during a batch",
                        "poison of every kind",
                        "worker frozen beyond its session",
                        "answer to COMMIT lost")
                .allSatisfy((kind, met) -> assertThat(met).as(kind).isPositive());
    }
}
