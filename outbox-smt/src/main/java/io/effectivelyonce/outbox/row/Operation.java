package io.effectivelyonce.outbox.row;

/** What happened to the row. */
public enum Operation {
    CREATE,
    SNAPSHOT,
    UPDATE,
    DELETE,
    TRUNCATE,
    OTHER;

    public static Operation of(String code) {
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
