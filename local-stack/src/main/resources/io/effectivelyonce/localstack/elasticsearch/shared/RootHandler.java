package io.effectivelyonce.testnode.root;

import java.util.List;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** Name, cluster and version of the node at {@code /}: the module that answers there is not published. */
final class RootHandler implements RestHandler {
    private final ClusterService cluster;

    RootHandler(ClusterService cluster) {
        this.cluster = cluster;
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    public void handleRequest(RestRequest request, RestChannel channel, NodeClient client) throws Exception {
        request.param("pretty");
        Build build = Build.current();
        XContentBuilder body = channel.newBuilder().startObject();
        body.field("name", cluster.localNode().getName());
        body.field("cluster_name", cluster.getClusterName().value());
        body.field("cluster_uuid", cluster.state().metadata().clusterUUID());
        body.startObject("version")
                .field("number", build.qualifiedVersion())
                .field("build_flavor", build.flavor())
                .field("build_snapshot", build.isSnapshot())
                .field("lucene_version", org.apache.lucene.util.Version.LATEST.toString())
                .field("minimum_wire_compatibility_version", build.minWireCompatVersion())
                .field("minimum_index_compatibility_version", build.minIndexCompatVersion())
                .endObject();
        body.field("tagline", "You Know, for Search").endObject();
        channel.sendResponse(new RestResponse(RestStatus.OK, body));
    }
}
