package io.effectivelyonce.elasticsearch.http;

import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Accepts a token that a header can carry. The HTTP client would repeat anything else, secret and all, in its complaint. */
final class HeaderText implements ConfigDef.Validator {
    private static final Pattern SENDABLE = Pattern.compile("[!-~]*");

    @Override
    public void ensureValid(String name, Object value) {
        if (value != null && !SENDABLE.matcher(((Password) value).value()).matches()) {
            throw new ConfigException(name
                    + " holds a blank, a line break or a letter outside of ASCII, which neither a token nor the encoded"
                    + " form of an API key (base64 of id:key) has");
        }
    }

    @Override
    public String toString() {
        return "printable ASCII without blanks";
    }
}
