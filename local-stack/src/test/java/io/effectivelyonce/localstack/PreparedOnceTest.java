package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedOnceTest {
    @TempDir
    private Path parent;

    private Path wanted;

    @BeforeEach
    void name() {
        wanted = parent.resolve("home");
    }

    @Test
    void workThatFailsLeavesNothing() {
        assertThatThrownBy(() -> PreparedOnce.folder(wanted, folder -> {
                    Files.writeString(folder.resolve("half"), "");
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void whatIsThereIsUsedAgain() throws IOException {
        PreparedOnce.folder(wanted, folder -> Files.writeString(folder.resolve("file"), "first"));
        PreparedOnce.folder(wanted, folder -> Files.writeString(folder.resolve("file"), "second"));
        assertThat(wanted.resolve("file")).hasContent("first");
    }

    @Test
    void aRunThatIsOvertakenUsesWhatTheOtherMade() throws IOException {
        PreparedOnce.folder(wanted, folder -> {
            Files.writeString(folder.resolve("file"), "slow");
            Files.createDirectory(wanted);
            Files.writeString(wanted.resolve("file"), "fast");
        });
        assertThat(wanted.resolve("file")).hasContent("fast");
        assertThat(parent).isDirectoryNotContaining(path -> !path.equals(wanted));
    }
}
