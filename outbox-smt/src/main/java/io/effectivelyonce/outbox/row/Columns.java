package io.effectivelyonce.outbox.row;

/** The columns that every outbox table has, under the names they have in this one. */
public record Columns(String id, String key, String type, String payload, String route) {

    /** The names per kind of database: Oracle spells those in upper case that the user has not named. */
    public record Names(Columns standard, Columns oracle) {
        public Columns in(ChangeEvent change) {
            return "oracle".equals(change.connector()) ? oracle : standard;
        }
    }
}
