package io.effectivelyonce.jdbc.spelling;

import java.util.Set;

/**
 * The type that the server gave to a parameter when it described the statement.
 *
 * @param name the type's name in the server's catalog; an array's begins with an underscore
 */
public record ServerType(String name) {
    private static final Set<String> TIMES = Set.of("timestamptz", "timestamp", "date");

    /** The type as the driver names it: quoted and with its schema where the search path doesn't lead to it. */
    public static ServerType named(String driversName) {
        String bare = driversName.substring(driversName.lastIndexOf('.') + 1);
        return new ServerType(bare.replace("\"", ""));
    }

    public boolean array() {
        return name.startsWith("_");
    }

    public boolean json() {
        return name.equals("json") || name.equals("jsonb");
    }

    public boolean bytes() {
        return name.equals("bytea");
    }

    public boolean time() {
        return TIMES.contains(name);
    }

    public ServerType element() {
        return new ServerType(name.substring(1));
    }
}
