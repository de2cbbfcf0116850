package io.effectivelyonce.outbox;

/** What happened to the row. */
enum Operation {
    CREATE,
    SNAPSHOT,
    UPDATE,
    DELETE,
    TRUNCATE,
    OTHER;

    static Operation of(String code) {
        return switch (code) {
            case "c" -> CREATE;
            case "r" -> SNAPSHOT;
            case "u" -> UPDATE;
            case "d" -> DELETE;
            case "t" -> TRUNCATE;
            default -> OTHER;
        };
    }
}
