package io.effectivelyonce.elasticsearch.http;

import io.effectivelyonce.spine.config.Words;
import org.apache.kafka.common.config.ConfigDef;

/** In what form keys and certificates lie in a file. */
final class StoreType {
    static final ConfigDef.Validator VALIDATOR = Words.of("JKS", "PKCS12", "PEM");

    private StoreType() {}

    static boolean isPem(String type) {
        return type.equalsIgnoreCase("PEM");
    }
}
