package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.elasticsearch.index.Server.Lost;
import io.effectivelyonce.elasticsearch.index.Wait;
import java.util.Map;

/** A configuration, and a gate, for parts that are tested without what they would need them for. */
final class Offline {
    static final ElasticsearchSinkConfig CONFIG = new ElasticsearchSinkConfig(
            Map.of("connection.url", "http://127.0.0.1:1", "version.from", "header.version"));

    /** Lets nobody pass. */
    static final IndexGate GATE = new IndexGate(
            (method, path, json) -> new Lost(new Wait("offline", false)),
            CONFIG.indexRules(),
            "connection.username",
            CONFIG.compactMaps());

    private Offline() {}
}
