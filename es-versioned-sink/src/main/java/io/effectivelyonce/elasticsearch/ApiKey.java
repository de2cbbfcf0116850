package io.effectivelyonce.elasticsearch;

import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Accepts what a header can carry. The HTTP client would repeat anything else, key and all, in its complaint. */
final class ApiKey implements ConfigDef.Validator {
    private static final Pattern SENDABLE = Pattern.compile("[!-~]*");

    @Override
    public void ensureValid(String name, Object value) {
        if (value != null && !SENDABLE.matcher(((Password) value).value()).matches()) {
            throw new ConfigException(
                    name + " holds a blank, a line break or a letter outside of ASCII, which an API key never"
                            + " has; give it in its encoded form (base64 of id:key)");
        }
    }

    @Override
    public String toString() {
        return "printable ASCII without blanks";
    }
}
