package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.effectivelyonce.localstack.ElasticsearchLine;
import java.io.IOException;

class OpenSearch2IT extends Compatibility {
    @Override
    RealServer start() throws IOException {
        assumeThat(ElasticsearchLine.OPENSEARCH_2.runsHere()).isTrue();
        return RealServer.of(ElasticsearchLine.OPENSEARCH_2);
    }

    @Override
    void stop(RealServer started) {
        started.close();
    }
}
