package io.effectivelyonce.localstack;

/** The two lines of Elasticsearch among the parts. The names of their folders hold what differs between them in code. */
enum ElasticsearchLine {
    NEWEST("elasticsearch", "newest"),
    JDK17("elasticsearch-jdk17", "jdk17");

    /** What the newest line's class files are made for. */
    static final int NEWEST_NEEDS_JDK = 21;

    private static final String JAR = "elasticsearch-(\\d[^-]*)\\.jar";

    private final String part;
    private final String sources;

    ElasticsearchLine(String part, String sources) {
        this.part = part;
        this.sources = sources;
    }

    String part() {
        return part;
    }

    String sources() {
        return sources;
    }

    String version(House house) {
        return house.jars(part).stream()
                .map(jar -> jar.getFileName().toString())
                .filter(name -> name.matches(JAR))
                .map(name -> name.replaceAll(JAR, "$1"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Elasticsearch server among " + house.lib(part)));
    }
}
