package io.effectivelyonce.localstack;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLContext;

/** Settings of a Connect worker: its properties, its plugins and its environment. */
public final class WorkerSettings extends PartSettings<WorkerSettings> {
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<PluginSource> plugins = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Optional<Path> exporterRules = Optional.empty();
    private Door door = Door.OPEN;

    WorkerSettings() {
        super("-Xms256m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /**
     * Takes the worker's properties from a file as a production worker has it. The stack replaces addresses, ports, {@code
     * plugin.path} and the replication of the worker's topics, which can't be true here, and nothing else.
     */
    public WorkerSettings properties(Path file) {
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            read.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("Worker properties " + file + " can't be read", e);
        }
        read.stringPropertyNames().forEach(name -> properties.put(name, read.getProperty(name)));
        return this;
    }

    /** The same from a map. */
    public WorkerSettings properties(Map<String, String> base) {
        properties.putAll(base);
        return this;
    }

    /** Installs a plugin that is one of the parts of local-stack, such as {@code debezium-postgres}. */
    public WorkerSettings plugin(String part) {
        plugins.add(new PluginSource.OfPart(part));
        return this;
    }

    /** Installs a plugin from an archive (zip), as a user would unpack it, or from a folder that holds its jars. */
    public WorkerSettings plugin(Path archiveOrFolder) {
        plugins.add(
                Files.isDirectory(archiveOrFolder)
                        ? new PluginSource.OfFolder(archiveOrFolder)
                        : new PluginSource.OfArchive(archiveOrFolder));
        return this;
    }

    /** Sets a variable of the worker's environment, for <code>${env:NAME}</code> in configurations. */
    public WorkerSettings env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Has the worker show its metrics to Prometheus, by the JMX exporter with the rules of a file. */
    public WorkerSettings exporter(Path rules) {
        exporterRules = Optional.of(rules.toAbsolutePath());
        return this;
    }

    /**
     * Says how to get in where the worker's properties secure its REST interface with TLS and basic authentication.
     *
     * @param trust what the worker's certificate is checked against; it must be one for 127.0.0.1
     */
    public WorkerSettings secured(SSLContext trust, String user, String password) {
        door = Door.secured(trust, user, password);
        return this;
    }

    Door door() {
        return door;
    }

    Map<String, String> properties() {
        return Collections.unmodifiableMap(properties);
    }

    List<PluginSource> plugins() {
        return List.copyOf(plugins);
    }

    Map<String, String> environment() {
        return Collections.unmodifiableMap(environment);
    }

    Optional<Path> exporterRules() {
        return exporterRules;
    }

    @Override
    WorkerSettings self() {
        return this;
    }
}
