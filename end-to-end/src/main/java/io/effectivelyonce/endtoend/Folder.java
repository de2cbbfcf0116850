package io.effectivelyonce.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for one run. */
public final class Folder {
    private Folder() {}

    /** Creates the folder, or deletes what an earlier run has left in it. */
    public static Path emptied(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> left;
        try (Stream<Path> found = Files.walk(folder)) {
            // what a folder holds goes before the folder itself
            left = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : left) {
            if (!each.equals(folder)) {
                Files.delete(each);
            }
        }
        return folder;
    }
}
