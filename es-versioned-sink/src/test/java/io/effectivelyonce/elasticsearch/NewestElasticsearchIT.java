package io.effectivelyonce.elasticsearch;

import java.io.IOException;

class NewestElasticsearchIT extends Compatibility {
    @Override
    RealServer start() throws IOException {
        return RealServer.shared();
    }

    @Override
    void stop(RealServer started) {
        // other classes go on with it
    }
}
