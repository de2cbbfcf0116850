package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks docker-compose.yml against the Compose specification's own schema. Skipped where there is no Node. */
class ComposeSchemaIT {
    private static NodeChecks node;

    @BeforeAll
    static void theCheckerIsInstalled() throws IOException, InterruptedException {
        node = NodeChecks.installed();
    }

    @Test
    void itIsAllowedByTheSchema() throws IOException, InterruptedException {
        NodeChecks.Answer answer = check(compose());

        assertThat(answer.text()).isEmpty();
        assertThat(answer.code()).isZero();
    }

    @Test
    void aMisspelledKeyWouldBeFound() throws IOException, InterruptedException {
        NodeChecks.Answer answer = check(compose().replace("depends_on", "dependz_on"));

        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.text()).contains("/services/connect", "dependz_on");
    }

    private static String compose() throws IOException {
        return Files.readString(Checkout.find().root().resolve("docker-compose.yml"));
    }

    private static NodeChecks.Answer check(String compose) throws IOException, InterruptedException {
        node.write("docker-compose.yml", compose);
        return node.run("node", "check-compose.mjs", "docker-compose.yml");
    }
}
