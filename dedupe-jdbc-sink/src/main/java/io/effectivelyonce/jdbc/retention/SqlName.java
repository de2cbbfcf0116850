package io.effectivelyonce.jdbc.retention;

/** The name of a table of the database. */
public interface SqlName {

    /** The name as it stands in SQL, every part quoted. */
    String sql();

    /** The name of another table in the same schema: this one's with something appended. */
    SqlName with(String suffix);
}
