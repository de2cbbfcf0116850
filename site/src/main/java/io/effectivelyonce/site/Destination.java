package io.effectivelyonce.site;

/**
 * Where a link leads.
 *
 * @param path of a file, relative to the page; empty for the page itself; a whole address if it leads out of the checkout
 * @param anchor of a heading there, or empty
 */
record Destination(String path, String anchor) {
    static Destination of(String link) {
        int hash = link.indexOf('#');
        return hash < 0
                ? new Destination(link, "")
                : new Destination(link.substring(0, hash), link.substring(hash + 1));
    }

    boolean isOutside() {
        return path.matches("[a-z]+:.*");
    }

    boolean isPage() {
        return path.isEmpty() || path.endsWith(".md");
    }
}
