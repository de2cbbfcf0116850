package io.effectivelyonce.testnode;

import java.nio.file.Path;
import java.util.Set;
import org.elasticsearch.plugins.PluginBundle;
import org.elasticsearch.plugins.PluginsLoader;

/** The modules of a home folder, by this line's way to list them. */
final class Modules {
    private Modules() {}

    static Set<PluginBundle> of(Path folder) {
        return PluginsLoader.loadModulesBundles(folder, false);
    }
}
