package io.effectivelyonce.localstack;

import java.util.Optional;

/** Settings of an Elasticsearch node ({@code elasticsearch.yml}), and the line that it belongs to. */
public final class ElasticsearchSettings extends PartSettings<ElasticsearchSettings> {
    private ElasticsearchLine line =
            ElasticsearchLine.NEWEST.runsHere() ? ElasticsearchLine.NEWEST : ElasticsearchLine.JDK17;

    private Optional<ElasticsearchSecurity> security = Optional.empty();

    ElasticsearchSettings() {
        super("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /** Takes the newest line that runs on a JDK 17, even if a newer JDK is there. */
    public ElasticsearchSettings onJdk17() {
        return line(ElasticsearchLine.JDK17);
    }

    /** Takes this line. */
    public ElasticsearchSettings line(ElasticsearchLine wanted) {
        line = wanted;
        return this;
    }

    /**
     * Runs the newest line with Elasticsearch's own security: HTTPS only, and nobody is let in without credentials. The key and
     * the certificate are set as {@code xpack.security.http.ssl.key} and {@code .certificate}.
     */
    public ElasticsearchSettings secured(ElasticsearchSecurity wanted) {
        security = Optional.of(wanted);
        set("xpack.security.enabled", true);
        set("xpack.security.http.ssl.enabled", true);
        set("xpack.security.autoconfiguration.enabled", false);
        return line(ElasticsearchLine.NEWEST);
    }

    Optional<ElasticsearchSecurity> security() {
        return security;
    }

    ElasticsearchLine line() {
        return line;
    }

    @Override
    ElasticsearchSettings self() {
        return this;
    }
}
