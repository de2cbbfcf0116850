package io.effectivelyonce.compatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The same servers for all test classes, each of which uses databases, topics and connectors of its own. */
public final class SharedServers implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Servers.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedServers.class))
                .getOrComputeIfAbsent("servers", key -> started(), Servers.class);
    }

    private static Servers started() {
        try {
            return Servers.start();
        } catch (IOException e) {
            throw new UncheckedIOException("The shared servers did not start", e);
        }
    }
}
