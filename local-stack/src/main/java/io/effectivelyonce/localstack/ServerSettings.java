package io.effectivelyonce.localstack;

/** Settings of the Kafka broker ({@code server.properties}) or of PostgreSQL ({@code postgresql.conf}). */
public final class ServerSettings extends PartSettings<ServerSettings> {
    ServerSettings(String... jvm) {
        super(jvm);
    }

    @Override
    ServerSettings self() {
        return this;
    }
}
