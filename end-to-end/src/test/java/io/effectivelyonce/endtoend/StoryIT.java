package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The demo in short. */
class StoryIT {
    private static final int ORDERS = 150;
    private static final long SEED = 20_261_130;

    @Test
    void everyOrderHasItsEffectsOnceWhateverIsKilledRewoundOrRepublished() throws SQLException, IOException {
        Checkout checkout = Checkout.find();
        Path folder = Folder.emptied(checkout.target().resolve("tests").resolve("story"));
        long began = System.nanoTime();
        Ending ending;
        try (Pipeline pipeline = Pipeline.start(checkout, folder)) {
            ending = new Story(pipeline, ORDERS, SEED, new Silence()).play(began);
        }

        assertThat(ending.findings().complaints()).isEmpty();
        assertThat(ending.findings().hold()).isTrue();
        Summary summary = ending.summary();
        assertThat(summary.orders()).isEqualTo(ORDERS);
        assertThat(summary.kills()).isGreaterThanOrEqualTo(3);
        assertThat(summary.offsetResets()).isGreaterThanOrEqualTo(Connector.SINKS.size());
        assertThat(summary.republished()).isPositive();
        // the faults were real: the sinks had to refuse what the control has doubled
        assertThat(summary.control().doubled()).isPositive();
        assertThat(summary.sink().duplicates()).isPositive();
        assertThat(summary.documents().stale()).isPositive();
    }

    private static final class Silence implements Screen {
        @Override
        public void tell(String event) {
            // a test's report is its assertions
        }

        @Override
        public void progress(long invoiced) {
            // the same
        }
    }
}
