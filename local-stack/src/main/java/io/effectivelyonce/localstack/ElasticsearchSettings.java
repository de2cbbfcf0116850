package io.effectivelyonce.localstack;

/** Settings of an Elasticsearch node ({@code elasticsearch.yml}), and the line that it belongs to. */
public final class ElasticsearchSettings extends PartSettings<ElasticsearchSettings> {
    private boolean anyJdk = true;

    ElasticsearchSettings() {
        super("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /** Takes the newest line that runs on a JDK 17, even if a newer JDK is there. */
    public ElasticsearchSettings onJdk17() {
        anyJdk = false;
        return this;
    }

    boolean mayBeNewest() {
        return anyJdk;
    }

    @Override
    ElasticsearchSettings self() {
        return this;
    }
}
