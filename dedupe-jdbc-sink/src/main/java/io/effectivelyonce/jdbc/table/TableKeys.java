package io.effectivelyonce.jdbc.table;

/** The options of table mode by name, for messages that say which one to change. */
public final class TableKeys {
    public static final String INSERT_MODE = "insert.mode";
    public static final String PK_MODE = "pk.mode";
    public static final String PK_FIELDS = "pk.fields";
    public static final String TABLE_NAME_FORMAT = "table.name.format";
    public static final String FIELDS_WHITELIST = "fields.whitelist";
    public static final String QUOTE = "quote.sql.identifiers";
    public static final String AUTO_CREATE = "auto.create";
    public static final String AUTO_EVOLVE = "auto.evolve";
    public static final String ON_MISSING_ROW = "behavior.on.missing.row";
    public static final String DELETE_ENABLED = "delete.enabled";
    public static final String DELETE_WHEN_FROM = "delete.when.from";
    public static final String DELETE_WHEN_IN = "delete.when.in";
    public static final String DELETE_MODE = "delete.mode";
    public static final String DELETE_COLUMN = "soft.delete.column";
    public static final String VERSION_FROM = "version.from";
    public static final String VERSION_COLUMN = "version.column";
    public static final String GUARD_TABLE = "guard.table.name";
    public static final String GUARD_CREATE = "guard.table.create";

    private TableKeys() {}
}
