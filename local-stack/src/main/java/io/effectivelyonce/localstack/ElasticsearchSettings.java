package io.effectivelyonce.localstack;

/** Settings of an Elasticsearch node ({@code elasticsearch.yml}), and the line that it belongs to. */
public final class ElasticsearchSettings extends PartSettings<ElasticsearchSettings> {
    private ElasticsearchLine line =
            ElasticsearchLine.NEWEST.runsHere() ? ElasticsearchLine.NEWEST : ElasticsearchLine.JDK17;

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

    ElasticsearchLine line() {
        return line;
    }

    @Override
    ElasticsearchSettings self() {
        return this;
    }
}
