package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.config.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** Where the nodes are, and how long they are waited for. */
final class ConnectionOptions {
    static final String URL = "connection.url";
    static final String CONNECT_TIMEOUT = "connection.timeout.ms";
    static final String READ_TIMEOUT = "read.timeout.ms";
    static final String COMPRESSION = "connection.compression";
    static final String VALIDATE = "connection.validate";

    private ConnectionOptions() {}

    static void addTo(ConfigDef definitions) {
        connection(new OptionGroup(definitions, "Connection"));
    }

    private static void connection(OptionGroup group) {
        group.add(
                        URL,
                        ConfigDef.Type.LIST,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new NodeUrls(),
                        Importance.HIGH,
                        "One or more nodes, as in http://search-1:9200,http://search-2:9200. Requests go to them in turn; a node"
                                + " that can't be reached is passed over for a while. A path is kept as a prefix. Credentials"
                                + " in it are refused: they belong into connection.username and connection.password. https means"
                                + " TLS; the certificate is checked against elastic.https.*, or the JVM's trust store.")
                .add(
                        CONNECT_TIMEOUT,
                        ConfigDef.Type.INT,
                        5_000,
                        Range.between(1, 300_000),
                        Importance.LOW,
                        "How long to wait for a connection, in milliseconds. Confluent's connector has 1000: one lost packet, which"
                                + " TCP sends again after a second, would already count as an outage.")
                .add(
                        READ_TIMEOUT,
                        ConfigDef.Type.INT,
                        60_000,
                        Range.between(1, 3_600_000),
                        Importance.LOW,
                        "How long to wait for the answer to one request, in milliseconds. A request without an answer is sent again,"
                                + " which is harmless and yet work for the server: Confluent's 3000 makes a slow cluster slower, for"
                                + " a bulk rightly waits for replicas and throttled merges.")
                .add(
                        COMPRESSION,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        null,
                        Importance.LOW,
                        "Whether requests are sent compressed by gzip, which the server has to allow (http.compression, as is its"
                                + " default). Spares the network and costs the CPU of both ends.")
                .add(
                        VALIDATE,
                        ConfigDef.Type.BOOLEAN,
                        true,
                        null,
                        Importance.LOW,
                        "Whether validating the configuration asks the server, for at most ten seconds. Set to false to register the"
                                + " connector before the server exists; its tasks start without it in any case.");
    }
}
