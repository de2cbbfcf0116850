package io.effectivelyonce.elasticsearch.http;

import java.util.HexFormat;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts a SHA-256 fingerprint, or nothing. */
final class FingerprintValidator implements ConfigDef.Validator {
    private static final int BYTES = 32;

    @Override
    public void ensureValid(String name, Object value) {
        String text = (String) value;
        if (text == null || text.isEmpty()) {
            return;
        }
        try {
            if (parse(text).length != BYTES) {
                throw new ConfigException(name, value, "must have 64 hexadecimal digits, being SHA-256");
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException(name, value, "must be hexadecimal digits, with or without colons");
        }
    }

    static byte[] parse(String text) {
        return HexFormat.of().parseHex(text.replace(":", "").trim());
    }

    @Override
    public String toString() {
        return "a SHA-256 fingerprint in hexadecimal digits";
    }
}
