package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginSourceTest {
    private final House house = new House(Path.of("unused"));

    @TempDir
    private Path folder;

    private Path pluginPath;

    @BeforeEach
    void emptyPluginPath() throws IOException {
        pluginPath = Files.createDirectory(folder.resolve("plugins"));
    }

    @Test
    void anArchiveIsUnpackedAsItIs() throws IOException {
        new PluginSource.OfArchive(zip("my-sink/lib/my-sink.jar")).installInto(pluginPath, house);
        assertThat(pluginPath.resolve("my-sink/lib/my-sink.jar")).hasContent("content");
    }

    @Test
    void anArchiveThatPointsOutsideIsRefused() throws IOException {
        Path zip = zip("../outside.jar");
        assertThatThrownBy(() -> new PluginSource.OfArchive(zip).installInto(pluginPath, house))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("../outside.jar");
        assertThat(folder.resolve("outside.jar")).doesNotExist();
    }

    @Test
    void aMissingArchiveNamesTheRemedy() {
        assertThatThrownBy(() -> new PluginSource.OfArchive(folder.resolve("none.zip")).installInto(pluginPath, house))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.zip")
                .hasMessageContaining("build its module first");
    }

    @Test
    void aFolderOfJarsBecomesAPluginOfItsName() throws IOException {
        Path built = Files.createDirectory(folder.resolve("my-sink"));
        Files.writeString(built.resolve("my-sink.jar"), "content");
        new PluginSource.OfFolder(built).installInto(pluginPath, house);
        assertThat(pluginPath.resolve("my-sink/my-sink.jar")).hasContent("content");
    }

    private Path zip(String entry) throws IOException {
        Path zip = folder.resolve("plugin.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry(entry));
            out.write("content".getBytes(StandardCharsets.UTF_8));
        }
        return zip;
    }
}
