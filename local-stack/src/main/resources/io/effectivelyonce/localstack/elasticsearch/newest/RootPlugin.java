package io.effectivelyonce.testnode.root;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestHandler;

/** Hangs {@link RootHandler} into a 9.x node. */
public final class RootPlugin extends Plugin implements ActionPlugin {
    private ClusterService cluster;

    @Override
    public Collection<?> createComponents(PluginServices services) {
        cluster = services.clusterService();
        return List.of();
    }

    @Override
    public Collection<RestHandler> getRestHandlers(
            RestHandlersServices services, Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> features) {
        return List.of(new RootHandler(cluster));
    }
}
