package io.effectivelyonce.endtoend;

import io.effectivelyonce.endtoend.control.BooksPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One pipeline for all test classes that leave its parts alive; each uses topics and connectors of its own. */
final class SharedPipeline implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Pipeline.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedPipeline.class))
                .getOrComputeIfAbsent("pipeline", key -> new Started(), Started.class)
                .pipeline;
    }

    private static final class Started implements AutoCloseable {
        private final Pipeline pipeline;

        Started() {
            Checkout checkout = Checkout.find();
            Path tests = checkout.target().resolve("tests");
            try {
                Path brokenBooks = BooksPlugin.packaged(Folder.emptied(tests.resolve("broken-books")));
                pipeline = Pipeline.start(
                        checkout, Folder.emptied(tests.resolve("shared")), worker -> worker.plugin(brokenBooks));
            } catch (SQLException | IOException e) {
                throw new IllegalStateException("The shared pipeline did not start", e);
            }
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }
}
