package io.effectivelyonce.testnode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.reindex.ReindexPlugin;
import org.elasticsearch.transport.Netty4Plugin;

/** Runs one node with the settings of a properties file until it gets SIGTERM; its plugins lie on the class path. */
public final class TestNode extends Node {
    private static final long CLOSE_SECONDS = 20;

    private TestNode(Environment environment) {
        super(environment, List.of(Netty4Plugin.class, ReindexPlugin.class), true);
    }

    public static void main(String[] arguments) throws Exception {
        Properties properties = Launch.properties(arguments[0]);
        Settings.Builder builder = Settings.builder();
        properties.stringPropertyNames().forEach(name -> builder.put(name, properties.getProperty(name)));
        Settings settings = builder.build();
        Path configuration = Files.createDirectories(Path.of(settings.get("path.data")).resolve("config"));
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                settings, Map.of(), configuration, () -> settings.get("node.name"));
        LogConfigurator.configureWithoutConfig(settings);
        Node node = new TestNode(environment);
        node.start();
        Launch.untilTerminated(() -> {
            node.close();
            node.awaitClose(CLOSE_SECONDS, TimeUnit.SECONDS);
        });
    }
}
