package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.table.RowWrite.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statements of table mode. Each takes any number of rows as one array of texts for each column, so its text is the same
 * for every size of batch, and each text is cast to the type of its column by the type's own input function.
 */
final class RowSql {
    /** Records without a schema may come with any set of fields. */
    private static final int MOST_KNOWN = 1_000;

    private final Optional<String> guard;
    private final Map<Form, String> known = new HashMap<>();

    /** @param guard the column of the version that must be higher than the row's */
    RowSql(Optional<String> guard) {
        this.guard = guard;
    }

    /** The statement for this write and all of its form. */
    String of(RowWrite write) {
        if (known.size() > MOST_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(write.form(), first -> statement(write));
    }

    private String statement(RowWrite form) {
        return switch (form.kind()) {
            case INSERT -> insert(form);
            case UPSERT -> insert(form) + onConflict(form);
            case UPDATE -> update(form);
            case DELETE -> delete(form);
        };
    }

    private static String insert(RowWrite form) {
        boolean identity = form.columns().stream()
                .anyMatch(name -> form.shape().column(name).identity());
        return "INSERT INTO " + form.shape().sql() + " AS t (" + names(form.columns()) + ")"
                + (identity ? " OVERRIDING SYSTEM VALUE" : "") + " SELECT "
                + Sql.listed(form.columns().size(), i -> cast(form, i)) + " FROM " + rows(form);
    }

    private String onConflict(RowWrite form) {
        List<String> set = new ArrayList<>();
        for (String name :
                form.columns().subList(form.keyColumns(), form.columns().size())) {
            set.add(Sql.quoted(name) + " = EXCLUDED." + Sql.quoted(name));
        }
        String key = " ON CONFLICT (" + names(form.columns().subList(0, form.keyColumns())) + ")";
        return set.isEmpty()
                ? key + " DO NOTHING"
                : key + " DO UPDATE SET " + String.join(", ", set)
                        + guard.map(column -> " WHERE " + higher(column, "EXCLUDED." + Sql.quoted(column)))
                                .orElse("");
    }

    private String update(RowWrite form) {
        List<String> set = new ArrayList<>();
        for (int i = form.keyColumns(); i < form.columns().size(); i++) {
            set.add(Sql.quoted(form.columns().get(i)) + " = " + cast(form, i));
        }
        return "UPDATE " + form.shape().sql() + " AS t SET " + String.join(", ", set) + " FROM " + rows(form)
                + where(form);
    }

    private String delete(RowWrite form) {
        return "DELETE FROM " + form.shape().sql() + " AS t USING " + rows(form) + where(form);
    }

    private String where(RowWrite form) {
        return " WHERE "
                + Sql.joined(
                        form.keyColumns(),
                        " AND ",
                        i -> "t." + Sql.quoted(form.columns().get(i)) + " = " + cast(form, i))
                + guard.map(column -> " AND "
                                + higher(column, cast(form, form.columns().indexOf(column))))
                        .orElse("");
    }

    /** A row that has no version yet is older than any. */
    private static String higher(String column, String version) {
        return "coalesce(t." + Sql.quoted(column) + " < " + version + ", true)";
    }

    private static String cast(RowWrite form, int column) {
        return "s.c" + column + "::"
                + form.shape().column(form.columns().get(column)).sqlType();
    }

    private static String rows(RowWrite form) {
        return Sql.rows(form.columns().size(), "s");
    }

    private static String names(List<String> columns) {
        return Sql.listed(columns.size(), i -> Sql.quoted(columns.get(i)));
    }
}
