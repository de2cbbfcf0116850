package io.effectivelyonce.elasticsearch;

import java.util.Objects;

/** The version of this plugin, from the manifest of the jar it came in. */
final class PluginVersion {
    private PluginVersion() {}

    static String get() {
        return Objects.requireNonNullElse(PluginVersion.class.getPackage().getImplementationVersion(), "unpackaged");
    }
}
