package io.effectivelyonce.localstack;

import java.util.List;

/** The lines of Elasticsearch and OpenSearch among the parts. */
public enum ElasticsearchLine {
    /** The newest Elasticsearch, for a JDK 21 or newer. */
    NEWEST("elasticsearch", "elasticsearch", 21, true, "newest"),
    /** The newest Elasticsearch that runs on a JDK 17. */
    JDK17("elasticsearch-jdk17", "elasticsearch", 17, true, "jdk17"),
    /** The last Elasticsearch 7. */
    ELASTICSEARCH_7("elasticsearch-7", "elasticsearch", 17, false, "elasticsearch7"),
    /** OpenSearch 2. */
    OPENSEARCH_2("opensearch-2", "opensearch", 17, false, "opensearch2"),
    /** OpenSearch 3, for a JDK 21 or newer. */
    OPENSEARCH_3("opensearch-3", "opensearch", 21, false, "opensearch3");

    private final String part;
    private final String server;
    private final int jdk;
    private final boolean modular;
    private final String sources;

    ElasticsearchLine(String part, String server, int jdk, boolean modular, String sources) {
        this.part = part;
        this.server = server;
        this.jdk = jdk;
        this.modular = modular;
        this.sources = sources;
    }

    /** Whether this machine has a JDK for it. */
    public boolean runsHere() {
        return Jdk.current().feature() >= jdk || Jdk.atLeast(jdk).isPresent();
    }

    String part() {
        return part;
    }

    /** Whether the server loads its HTTP module by a class loader of its own; otherwise all is on one class path. */
    boolean isModular() {
        return modular;
    }

    /** What is compiled against the server's jars, as paths below the folder of sources. */
    List<String> sources() {
        return modular
                ? List.of(
                        "shared/TestNode.java",
                        "shared/RootHandler.java",
                        sources + "/Modules.java",
                        sources + "/RootPlugin.java")
                : List.of("any/Launch.java", sources + "/TestNode.java");
    }

    /** The JDK to run it: this JVM's if it will do, since old servers don't know all newer ones. */
    Jdk jdk() {
        return Jdk.current().feature() >= jdk
                ? Jdk.current()
                : Jdk.atLeast(jdk)
                        .orElseThrow(() -> new IllegalStateException(this + " needs a JDK " + jdk
                                + " or newer: name one in ES_JAVA_HOME, or put it where JDKs usually are"));
    }

    String version(House house) {
        String jar = server + "-(\\d[^-]*)\\.jar";
        return house.jars(part).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches(jar))
                .map(name -> name.replaceAll(jar, "$1"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No server among " + house.lib(part)));
    }
}
