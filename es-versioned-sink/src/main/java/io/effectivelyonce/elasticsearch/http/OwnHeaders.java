package io.effectivelyonce.elasticsearch.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The headers of the user's own: {@code connection.header.NAME=value}. */
final class OwnHeaders {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[ -~]*");
    private static final Set<String> NOT_THEIRS = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "proxy-authorization",
            "transfer-encoding",
            "upgrade");

    private OwnHeaders() {}

    static Map<String, String> in(Map<String, String> props) {
        Map<String, String> headers = new TreeMap<>();
        props.forEach((key, value) -> {
            if (key.startsWith(SecurityOptions.HEADER_PREFIX) && value != null) {
                headers.put(key.substring(SecurityOptions.HEADER_PREFIX.length()), value);
            }
        });
        return headers;
    }

    /** Why a header can't be sent; its value is never repeated. */
    static Optional<String> problem(String name, String value, boolean credentials) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            return Optional.of("names no header: only letters, digits and a few signs such as - can be in a name");
        }
        if (NOT_THEIRS.contains(lower)) {
            return Optional.of("is set by the connector itself");
        }
        if (credentials && lower.equals("authorization")) {
            return Optional.of("is set from the credentials; remove one of the two");
        }
        return VALUE.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("has a value with a line break or a letter outside of ASCII, which no header can carry");
    }
}
