package io.effectivelyonce.elasticsearch.http;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;

/** In what form keys and certificates lie in a file. */
final class StoreType {
    static final ConfigDef.Validator VALIDATOR = CaseInsensitiveValidString.in("JKS", "PKCS12", "PEM");

    private StoreType() {}

    static boolean isPem(String type) {
        return type.equalsIgnoreCase("PEM");
    }
}
