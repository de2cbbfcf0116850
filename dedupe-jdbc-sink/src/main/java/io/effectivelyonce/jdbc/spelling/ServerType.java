package io.effectivelyonce.jdbc.spelling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The type that the server gave to a parameter when it described the statement; of a domain the type under it, for values are
 * spelled in that.
 *
 * @param name the type's name in the server's catalog; an array's begins with an underscore
 */
public record ServerType(String name) {
    private static final Set<String> TIMES = Set.of("timestamptz", "timestamp", "date");

    private static final Set<String> NUMBERS =
            Set.of("int2", "int4", "int8", "numeric", "float4", "float8", "oid", "money");

    /** For each type, in order, the one under it, and under its elements if it is an array. */
    private static final String UNDER_DOMAINS = """
            WITH RECURSIVE given AS (
                SELECT place, type.oid, typtype, typbasetype, typname, typcategory, typelem
                FROM unnest(?::text[]) WITH ORDINALITY AS asked (name, place)
                    JOIN pg_type AS type ON type.oid = to_regtype(name)
                UNION ALL
                SELECT place, under.oid, under.typtype, under.typbasetype, under.typname, under.typcategory, under.typelem
                FROM given JOIN pg_type AS under ON under.oid = given.typbasetype WHERE given.typtype = 'd')
            , elements AS (
                SELECT place, element.typtype, element.typbasetype, element.typname
                FROM given JOIN pg_type AS element ON element.oid = given.typelem
                WHERE given.typtype <> 'd' AND given.typcategory = 'A'
                UNION ALL
                SELECT place, under.typtype, under.typbasetype, under.typname
                FROM elements JOIN pg_type AS under ON under.oid = elements.typbasetype WHERE elements.typtype = 'd')
            SELECT place, coalesce('_' || elements.typname, given.typname)
            FROM given LEFT JOIN elements USING (place)
            WHERE given.typtype <> 'd' AND coalesce(elements.typtype, '') <> 'd' ORDER BY place""";

    /** The type as the driver names it: quoted and with its schema where the search path doesn't lead to it. */
    public static ServerType named(String driversName) {
        String bare = driversName.substring(driversName.lastIndexOf('.') + 1);
        return new ServerType(bare.replace("\"", ""));
    }

    /**
     * The name as it stands in SQL. Without quotes one such as {@code bit} is a word of SQL's own, with another meaning.
     *
     * @param driversName quoted already where it comes with a schema
     */
    public static String quoted(String driversName) {
        return driversName.startsWith("\"") ? driversName : '"' + driversName.replace("\"", "\"\"") + '"';
    }

    /** The types as the driver names them, with those under domains in place of the domains. */
    public static List<ServerType> named(Connection connection, List<String> driversNames) throws SQLException {
        List<ServerType> types =
                new ArrayList<>(driversNames.stream().map(ServerType::named).toList());
        try (PreparedStatement ask = connection.prepareStatement(UNDER_DOMAINS)) {
            ask.setArray(
                    1,
                    connection.createArrayOf(
                            "text",
                            driversNames.stream().map(ServerType::quoted).toArray()));
            try (ResultSet answer = ask.executeQuery()) {
                while (answer.next()) {
                    types.set(answer.getInt(1) - 1, new ServerType(answer.getString(2)));
                }
            }
        }
        return types;
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
