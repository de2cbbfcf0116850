package io.effectivelyonce.compatibility;

/** The lines of PostgreSQL that the JDBC sink must run on. */
enum PostgresLine {
    V13("postgres-13", "13.23"),
    V14("postgres-14", "14.24"),
    V15("postgres-15", "15.19"),
    V16("postgres-16", "16.15"),
    V17("postgres-17", "17.11"),
    V18("postgres", "18.6");

    private final String part;
    private final String version;

    PostgresLine(String part, String version) {
        this.part = part;
        this.version = version;
    }

    String part() {
        return part;
    }

    String version() {
        return version;
    }

    @Override
    public String toString() {
        return "PostgreSQL " + version;
    }
}
