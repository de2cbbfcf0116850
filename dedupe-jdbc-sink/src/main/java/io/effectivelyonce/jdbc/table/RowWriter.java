package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.table.RowWrite.Form;
import io.effectivelyonce.jdbc.table.RowWrite.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings writes to the database, many in one statement where nothing can tell the difference, and otherwise one by one in
 * the order of events.
 */
final class RowWriter {
    /** A statement for fewer rows isn't worth a journey of its own. */
    private static final int FEW = 8;

    private final Connection connection;
    private final RowSql sql;

    /** What is under way, for a message if it fails. */
    private String doing = "no table";

    RowWriter(Connection connection, RowSql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /**
     * Writes the steps, which may be for several tables.
     *
     * @param looked whether the rows were looked at, so that each write must meet one
     * @throws TableFault if one did not
     */
    void write(List<Plan.Step> steps, boolean looked) throws SQLException, TableFault {
        boolean strict = steps.stream().anyMatch(step -> !step.write().shape().orderless());
        Map<String, List<Plan.Step>> free = new LinkedHashMap<>();
        List<Plan.Step> tied = new ArrayList<>();
        for (Plan.Step step : steps) {
            if (!step.write().changesSomething()) {
                continue;
            }
            TableShape table = step.write().shape();
            if (strict || table.referring()) {
                if (!tied.isEmpty() && !tied.get(0).write().shape().sql().equals(table.sql())) {
                    writeTable(tied, looked);
                    tied.clear();
                }
                tied.add(step);
            } else {
                free.computeIfAbsent(table.sql(), first -> new ArrayList<>()).add(step);
            }
        }
        if (!tied.isEmpty()) {
            writeTable(tied, looked);
        }
        for (List<Plan.Step> table : free.values()) {
            writeTable(table, looked);
        }
    }

    private void writeTable(List<Plan.Step> steps, boolean looked) throws SQLException, TableFault {
        TableShape table = steps.get(0).write().shape();
        doing = "table " + table.sql();
        if (!table.orderless()) {
            oneByOne(steps.stream().map(Plan.Step::write).toList(), false);
            return;
        }
        List<List<RowWrite>> waves = waves(steps);
        int wave = 0;
        while (wave < waves.size() && (wave == 0 || waves.get(wave).size() >= FEW)) {
            writeWave(waves.get(wave), looked);
            wave++;
        }
        oneByOne(
                waves.subList(wave, waves.size()).stream().flatMap(List::stream).toList(), looked);
    }

    /** The n-th write of each key is in the n-th wave, so no wave is larger than the one before it. */
    private static List<List<RowWrite>> waves(List<Plan.Step> steps) {
        List<List<RowWrite>> waves = new ArrayList<>();
        Map<Object, Integer> met = new HashMap<>();
        for (Plan.Step step : steps) {
            boolean keyless = step.write().keyColumns() == 0;
            int wave = keyless ? 0 : met.merge(step.key(), 1, Integer::sum) - 1;
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(step.write());
        }
        return waves;
    }

    private void writeWave(List<RowWrite> wave, boolean looked) throws SQLException, TableFault {
        Map<Form, List<RowWrite>> byForm = new LinkedHashMap<>();
        wave.forEach(write ->
                byForm.computeIfAbsent(write.form(), first -> new ArrayList<>()).add(write));
        for (List<RowWrite> writes : byForm.values()) {
            RowWrite first = writes.get(0);
            if (first.kind() != Kind.INSERT) {
                writes.sort(Comparator.comparing(RowWrite::key, RowWriter::inOneOrder));
            }
            try (PreparedStatement statement = connection.prepareStatement(sql.of(first))) {
                bind(statement, writes);
                demand(looked, first, writes.size(), statement.executeUpdate());
            }
        }
    }

    /** The same in every task, so that two of them lock shared rows in one order. */
    private static int inOneOrder(List<String> one, List<String> other) {
        for (int i = 0; i < one.size(); i++) {
            int difference = one.get(i).compareTo(other.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private void oneByOne(List<RowWrite> writes, boolean looked) throws SQLException, TableFault {
        int from = 0;
        for (int at = 1; at <= writes.size(); at++) {
            if (at == writes.size()
                    || !writes.get(at).form().equals(writes.get(from).form())) {
                writeBatch(writes.subList(from, at), looked);
                from = at;
            }
        }
    }

    private void writeBatch(List<RowWrite> writes, boolean looked) throws SQLException, TableFault {
        RowWrite first = writes.get(0);
        try (PreparedStatement statement = connection.prepareStatement(sql.of(first))) {
            for (RowWrite write : writes) {
                bind(statement, List.of(write));
                statement.addBatch();
            }
            for (int affected : statement.executeBatch()) {
                demand(looked, first, 1, affected);
            }
        }
    }

    private static void bind(PreparedStatement statement, List<RowWrite> writes) throws SQLException {
        Sql.bindRows(
                statement, 1, writes, RowWrite::texts, writes.get(0).columns().size());
    }

    private void demand(boolean looked, RowWrite form, int wanted, int affected) throws TableFault {
        boolean counts = looked && form.columns().size() > form.keyColumns();
        if (counts && affected != wanted) {
            throw TableFault.again(doing + " was changed by somebody else at the same time");
        }
    }

    @Override
    public String toString() {
        return doing;
    }
}
