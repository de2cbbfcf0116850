package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program of Debian's that is in no Maven repository: downloaded by the system's own tools with the libraries that the system lacks,
 * and unpacked without being installed, which needs no root. It is fetched once and kept in the build's output.
 */
public final class DebianPackage {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /**
     * Run in an empty folder, with the package's name as its argument. The archive's lists are kept beside it for the next package.
     */
    private static final String FETCH = """
            set -e
            lists=$(dirname "$PWD")/lists
            mkdir -p "$lists/partial" cache/archives/partial
            own="-q -o Dir::State::lists=$lists -o Dir::Cache=$PWD/cache -o Debug::NoLocking=1"
            [ -n "$(find "$lists" -name complete -mtime -1)" ] || { apt-get $own update; touch "$lists/complete"; }
            names=$(apt-get $own -s install --no-install-recommends "$1" |
              awk -v name="$1" '$1 == "Inst" && ($2 == name || $2 ~ /^lib/ && $2 !~ /^libjs-/) {print $2}')
            apt-get $own download $names
            for package in *.deb; do dpkg -x "$package" .; done
            rm -rf cache *.deb
            """;

    private final Path root;

    private DebianPackage(Path root) {
        this.root = root;
    }

    /** Brings a package; empty where there are no such tools, or where they can't reach their archive. */
    public static Optional<DebianPackage> named(String name) {
        Path folder = House.find().root().resolve("local-stack/target/debian");
        Path log = folder.resolve(name + ".log");
        try {
            Files.createDirectories(folder);
            return Optional.of(
                    new DebianPackage(PreparedOnce.folder(folder.resolve(name), draft -> fetch(name, draft, log))));
        } catch (IOException | PartFailedException e) {
            return Optional.empty();
        }
    }

    private static void fetch(String name, Path draft, Path log) throws IOException {
        ServerProcess.run(List.of("sh", "-c", FETCH, "sh", name), draft, log, LIMIT);
    }

    /** A program, by its path in the system: {@code usr/bin/prometheus}. */
    public Path program(String path) {
        return root.resolve(path);
    }

    /** The folder of the libraries that came with it, for {@code LD_LIBRARY_PATH}. */
    public Optional<Path> libraries() throws IOException {
        Path folder = root.resolve("usr/lib");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> processors = Files.list(folder)) {
            return processors
                    .filter(each -> each.getFileName().toString().contains("-linux-"))
                    .findFirst();
        }
    }
}
