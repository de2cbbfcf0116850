package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.effectivelyonce.localstack.ElasticsearchLine;
import java.io.IOException;

class Elasticsearch7IT extends Compatibility {
    @Override
    RealServer start() throws IOException {
        assumeThat(ElasticsearchLine.ELASTICSEARCH_7.runsHere()).isTrue();
        return RealServer.of(ElasticsearchLine.ELASTICSEARCH_7);
    }

    @Override
    void stop(RealServer started) {
        started.close();
    }
}
