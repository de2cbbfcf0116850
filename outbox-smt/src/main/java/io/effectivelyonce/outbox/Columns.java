package io.effectivelyonce.outbox;

import java.util.Locale;
import java.util.Set;

/** The columns that every outbox table has, under the names they have in this one. */
record Columns(String id, String key, String type, String payload, String route) {

    /** The names per kind of database: Oracle spells those in upper case that the user has not named. */
    record Names(Columns standard, Columns oracle) {
        static Names of(Columns standard, Set<String> namedByUser) {
            return new Names(
                    standard,
                    new Columns(
                            upperCase(standard.id, Options.EVENT_ID, namedByUser),
                            upperCase(standard.key, Options.EVENT_KEY, namedByUser),
                            upperCase(standard.type, Options.EVENT_TYPE, namedByUser),
                            upperCase(standard.payload, Options.EVENT_PAYLOAD, namedByUser),
                            upperCase(standard.route, Options.ROUTE_BY, namedByUser)));
        }

        Columns in(ChangeEvent change) {
            return "oracle".equals(change.connector()) ? oracle : standard;
        }

        private static String upperCase(String column, String key, Set<String> namedByUser) {
            return namedByUser.contains(key) ? column : column.toUpperCase(Locale.ROOT);
        }
    }
}
