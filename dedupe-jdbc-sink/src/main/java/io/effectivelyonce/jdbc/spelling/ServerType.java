package io.effectivelyonce.jdbc.spelling;

import java.util.Set;

/**
 * The type that the server gave to a parameter when it described the statement.
 *
 * @param name the type's name in the server's catalog; an array's begins with an underscore
 */
public record ServerType(String name) {
    private static final Set<String> TIMES = Set.of("timestamptz", "timestamp", "date");

    private static final Set<String> NUMBERS =
            Set.of("int2", "int4", "int8", "numeric", "float4", "float8", "oid", "money");

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

    public boolean number() {
        return NUMBERS.contains(name);
    }

    public boolean bits() {
        return name.equals("bit") || name.equals("varbit");
    }

    /** A type of the PostGIS extension. */
    public boolean spatial() {
        return name.equals("geometry") || name.equals("geography");
    }

    public boolean hstore() {
        return name.equals("hstore");
    }

    public ServerType element() {
        return new ServerType(name.substring(1));
    }
}
