package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The home folder of a node: the server's jars, its HTTP module where that is loaded apart, and a small main class. That class is compiled here, by the JDK that
 * will run it: the class files of the newest line can't be read by the compiler that builds this project.
 */
final class ElasticsearchHome {
    static final String MAIN = "io.effectivelyonce.testnode.TestNode";

    private static final String TRANSPORT = "transport-netty4";
    private static final String ROOT = "rest-root";
    private static final String EMAIL = "email-analysis";
    private static final String SECURITY = "elasticsearch-security";
    private static final String DESCRIPTOR = "plugin-descriptor.properties";
    private static final Duration COMPILE = Duration.ofMinutes(2);

    private final House house;
    private final ElasticsearchLine line;
    private final boolean secured;
    private final Jdk jdk;
    private final Path log;

    ElasticsearchHome(House house, ElasticsearchLine line, boolean secured, Jdk jdk, Path log) {
        this.house = house;
        this.line = line;
        this.secured = secured;
        this.jdk = jdk;
        this.log = log;
    }

    /** The folder, made at the first call of all runs for this line, JDK and text of the sources. */
    Path folder() throws IOException {
        Map<String, String> sources = sources();
        String name = (secured ? "secured-home-" : "home-") + line.version(house) + "-jdk" + jdk.feature() + "-"
                + fingerprint(sources);
        return PreparedOnce.folder(house.target(line.part()).resolve(name), home -> fill(home, sources));
    }

    private void fill(Path home, Map<String, String> sources) throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        if (line.isModular()) {
            fillModules(home, lib, sources);
            return;
        }
        for (Path jar : house.jars(line.part())) {
            Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar.toRealPath());
        }
        Path classes = compile(home, lib, sources);
        jar(lib.resolve("test-node.jar"), classes, classes.resolve("io/effectivelyonce/testnode"));
    }

    private void fillModules(Path home, Path lib, Map<String, String> sources) throws IOException {
        Path transport = module(home, TRANSPORT, "org.elasticsearch.transport.netty4.Netty4Plugin");
        Path root = module(home, ROOT, "io.effectivelyonce.testnode.root.RootPlugin");
        for (Path jar : house.jars(line.part())) {
            String name = jar.getFileName().toString();
            boolean ofTransport = name.startsWith("netty-")
                    || name.startsWith(TRANSPORT)
                    || name.startsWith("elasticsearch-ssl-config");
            // each module has a class loader of its own, and a class on both paths is refused
            Files.createSymbolicLink((ofTransport ? transport : lib).resolve(name), jar.toRealPath());
        }
        Path classes = compile(home, lib, sources);
        Path own = classes.resolve("io/effectivelyonce/testnode");
        jar(lib.resolve("test-node.jar"), classes, own);
        jar(root.resolve("rest-root.jar"), classes, own.resolve("root"));
        if (secured) {
            Path analysis = module(home, EMAIL, "io.effectivelyonce.testnode.email.EmailAnalysisPlugin");
            jar(analysis.resolve("email-analysis.jar"), classes, own.resolve("email"));
            addSecurity(home);
        }
    }

    /**
     * The modules as the distribution has them, but for their names in the module system: the server itself is on the class path
     * here, where such a module would not find it.
     */
    private void addSecurity(Path home) throws IOException {
        Path modules = house.target(SECURITY)
                .resolve("distribution/elasticsearch-" + line.version(house))
                .resolve("modules");
        for (String name : List.of("x-pack-core", "x-pack-security")) {
            Path module = Files.createDirectories(home.resolve("modules").resolve(name));
            try (Stream<Path> files = Files.list(modules.resolve(name))) {
                for (Path jar :
                        files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                    Files.createSymbolicLink(module.resolve(jar.getFileName()), jar.toRealPath());
                }
            }
            List<String> descriptor = Files.readAllLines(modules.resolve(name).resolve(DESCRIPTOR)).stream()
                    .filter(text -> !text.startsWith("modulename="))
                    .toList();
            Files.write(module.resolve(DESCRIPTOR), descriptor);
        }
    }

    private Path module(Path home, String name, String plugin) throws IOException {
        Path folder = Files.createDirectories(home.resolve("modules").resolve(name));
        String version = line.version(house);
        Files.writeString(
                folder.resolve(DESCRIPTOR),
                String.join(
                        "\n",
                        "name=" + name,
                        "description=" + name,
                        "version=" + version,
                        "elasticsearch.version=" + version,
                        "java.version=17",
                        "classname=" + plugin,
                        ""));
        return folder;
    }

    private Path compile(Path home, Path lib, Map<String, String> sources) throws IOException {
        Path folder = Files.createDirectories(home.resolve("sources"));
        Path classes = home.resolve("classes");
        List<String> command = new ArrayList<>(List.of(jdk.program("javac"), "-nowarn", "-proc:none"));
        command.addAll(List.of("-d", classes.toString(), "-cp", lib.resolve("*").toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey());
            Files.writeString(file, source.getValue());
            command.add(file.toString());
        }
        ServerProcess.run(command, home, log, COMPILE);
        return classes;
    }

    /** Packs the class files of one folder, not of the folders below it. */
    private static void jar(Path jar, Path classes, Path folder) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private Map<String, String> sources() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String path : line.sources()) {
            sources.put(Path.of(path).getFileName().toString(), source(path));
        }
        if (secured) {
            sources.put("EmailAnalysisPlugin.java", source("newest/EmailAnalysisPlugin.java"));
        }
        return sources;
    }

    private static String source(String name) throws IOException {
        try (InputStream in = ElasticsearchHome.class.getResourceAsStream("elasticsearch/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String fingerprint(Map<String, String> sources) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(String.join("\n", sources.values()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
