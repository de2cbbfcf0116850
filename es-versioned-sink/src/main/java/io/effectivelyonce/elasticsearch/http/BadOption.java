package io.effectivelyonce.elasticsearch.http;

/** Key material that can't be used, and the option that it came from. Neither file contents nor passwords are repeated. */
final class BadOption extends Exception {
    private static final long serialVersionUID = 1L;

    private final String key;

    BadOption(String key, String what) {
        super(what);
        this.key = key;
    }

    String key() {
        return key;
    }
}
