package io.effectivelyonce.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JDK of this machine, compiler included; {@code feature} is 17, 21, 25. */
record Jdk(Path home, int feature) {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d+)[^\"]*\"");

    /** The JDK that this JVM belongs to. */
    static Jdk current() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** The first JDK of at least that version, looked for where JDKs usually are. */
    static Optional<Jdk> atLeast(int feature) {
        return Stream.of(
                        named("ES_JAVA_HOME"),
                        named("JAVA_HOME"),
                        Stream.of(current().home()),
                        onPath(),
                        installed())
                .flatMap(homes -> homes)
                .flatMap(home -> at(home).stream())
                .filter(jdk -> jdk.feature() >= feature)
                .findFirst();
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private static Optional<Jdk> at(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() ? Optional.of(new Jdk(home, Integer.parseInt(version.group(1)))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Stream<Path> named(String variable) {
        return Stream.ofNullable(System.getenv(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    private static Stream<Path> onPath() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.of(path.split(":", -1)).flatMap(folder -> homeOf(Path.of(folder, "javac")));
    }

    /** What lies on the path is a link, over one or more steps, into a JDK's bin folder. */
    private static Stream<Path> homeOf(Path javac) {
        try {
            return Stream.of(javac.toRealPath().getParent().getParent());
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static Stream<Path> installed() {
        Path user = Path.of(System.getProperty("user.home"));
        return Stream.of(
                        Path.of("/usr/lib/jvm"),
                        Path.of("/usr/java"),
                        Path.of("/opt"),
                        Path.of("/opt/java"),
                        user.resolve(".sdkman/candidates/java"),
                        user.resolve(".jdks"),
                        user.resolve(".asdf/installs/java"),
                        user.resolve(".local/share/mise/installs/java"))
                .flatMap(Jdk::children);
    }

    private static Stream<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
