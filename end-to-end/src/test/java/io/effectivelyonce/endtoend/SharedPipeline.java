package io.effectivelyonce.endtoend;

import io.effectivelyonce.endtoend.control.BooksPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One pipeline for all test classes that leave its parts alive; each uses topics and connectors of its own. Its worker also has the Avro
 * converter, and a second worker beside it, a cluster of its own, is a {@link SecuredWorker}.
 */
final class SharedPipeline implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Pipeline.class || type == SecuredWorker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Started started = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedPipeline.class))
                .getOrComputeIfAbsent("pipeline", key -> new Started(), Started.class);
        return parameter.getParameter().getType() == Pipeline.class ? started.pipeline : started.secured;
    }

    private static final class Started implements AutoCloseable {
        private final Pipeline pipeline;
        private final SecuredWorker secured;

        Started() {
            Checkout checkout = Checkout.find();
            Path tests = checkout.target().resolve("tests");
            try {
                Path folder = Folder.emptied(tests.resolve("shared"));
                Path brokenBooks = BooksPlugin.packaged(Folder.emptied(tests.resolve("broken-books")));
                Path avro = AvroPlugin.in(checkout, Folder.emptied(tests.resolve("avro-plugin")));
                SecuredWorker.Setup setup = SecuredWorker.setUp(checkout, Folder.emptied(tests.resolve("secured")));
                pipeline = Pipeline.start(
                        checkout,
                        folder,
                        worker -> worker.plugin(avro).plugin(brokenBooks),
                        plan -> plan.connect(setup::applyTo));
                secured = setup.started(pipeline.stack().workers().get(1));
            } catch (SQLException | IOException | GeneralSecurityException e) {
                throw new IllegalStateException("The shared pipeline did not start", e);
            }
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }
}
