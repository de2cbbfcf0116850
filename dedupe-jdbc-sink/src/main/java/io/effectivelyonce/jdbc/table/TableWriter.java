package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.RecordFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes rows on one connection, inside the transaction that also claims their events. */
public final class TableWriter {
    /** Transactions after which deletions of rows that aren't there are taken to be rare again. */
    private static final int CROWD = 20;

    /** So often in a row it may be chance that somebody else was in the way. */
    private static final int CHANCE = 3;

    private final Connection connection;
    private final TableConfig config;
    private final TableMaker maker;
    private final Shapes shapes;
    private final Look look;
    private final Optional<GuardTable> guards;
    private final RowWriter writer;
    private final Map<String, Integer> alone = new HashMap<>();
    private int inTheWay;

    /** @param others connections for what must not be part of the transaction */
    public TableWriter(Connection connection, Connections others, TableConfig config) {
        this.connection = connection;
        this.config = config;
        this.maker = new TableMaker(others, config);
        this.shapes = new Shapes(connection, maker, config);
        this.look = new Look(connection, config);
        this.guards = config.remembersDeleted() ? config.guard().map(GuardTable::new) : Optional.empty();
        this.writer = new RowWriter(connection, new RowSql(config.guard().map(TableConfig.Guard::column)));
    }

    /**
     * Makes sure of the guard table. Only between transactions, before the first of them.
     *
     * @throws TableFault if it can't keep what it must
     */
    public void begin() throws SQLException, TableFault {
        if (guards.isPresent()) {
            GuardTable table = guards.get();
            if (table.mayCreate() && !table.exists(connection)) {
                maker.run(table.name(), table.definition());
            }
            Optional<String> problem = table.problem(connection);
            if (problem.isPresent()) {
                throw TableFault.wrong(problem.get());
            }
        }
    }

    /** Whether the tables are known and have all that the changes need. Asks nobody. */
    public boolean ready(List<RowChange> changes) {
        return shapes.ready(changes);
    }

    /**
     * Makes sure of the tables and columns that the changes need; what is missing is made where that is configured. Only
     * between transactions.
     *
     * @throws TableFault if the database doesn't fit the configuration
     * @throws RecordFault if a record doesn't fit its table
     */
    public void prepare(List<RowChange> changes) throws SQLException, TableFault {
        shapes.prepare(changes);
    }

    /** Whether the table of a change has become another since it was looked at. Only between transactions. */
    public boolean changed(RowChange change) throws SQLException {
        return shapes.changed(change.table());
    }

    /**
     * Writes the changes as if one by one in their order.
     *
     * @return what became of each
     * @throws TableFault if somebody else was in the way
     * @throws RecordFault if a record is at fault
     */
    public List<Fate> write(List<RowChange> changes) throws SQLException, TableFault {
        List<Row> rows = new ArrayList<>(changes.size());
        for (RowChange change : changes) {
            rows.add(Row.of(rows.size(), change, shapes.of(change.table())));
        }
        try {
            List<Fate> fates = mustLook(rows) ? writeLooking(rows) : writeBlindly(rows);
            inTheWay = 0;
            return fates;
        } catch (TableFault fault) {
            inTheWay++;
            throw inTheWay <= CHANCE ? fault : new TableFault(TableFault.Remedy.TRY_AGAIN_LATER, fault.getMessage());
        }
    }

    private boolean mustLook(List<Row> rows) {
        boolean flags = config.deletes().flatMap(TableConfig.Deletes::flag).isPresent();
        return config.guard().isPresent()
                || config.mode() == InsertMode.UPDATE
                || rows.stream()
                        .anyMatch(row ->
                                row.deletion() ? flags : config.mode() == InsertMode.UPSERT && row.demandsMore());
    }

    private List<Fate> writeBlindly(List<Row> rows) throws SQLException, TableFault {
        List<Plan.Step> steps = new ArrayList<>(rows.size());
        Plan plan = new Plan(config, steps);
        List<Fate> fates = rows.stream().map(plan::addBlindly).toList();
        writer.write(steps, false);
        return fates;
    }

    /** Rows of one table whose keys have the same columns. */
    private record Group(String table, List<String> key) {}

    private List<Fate> writeLooking(List<Row> rows) throws SQLException, TableFault {
        Map<Group, List<Row>> groups = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> new Group(row.shape().sql(), row.keyNames()),
                        () -> new TreeMap<>(Comparator.comparing(Group::table)
                                .thenComparing(group -> group.key().toString())),
                        Collectors.toList()));
        enter(groups);
        List<Plan.Step> steps = new ArrayList<>(rows.size());
        Map<Group, Plan> plans = new LinkedHashMap<>();
        List<Fate> fates = plan(rows, standings(groups, rows.size()), steps, plans);
        demandAlone(plans);
        writer.write(steps, true);
        if (guards.isPresent()) {
            for (Plan plan : plans.values()) {
                guard(guards.get(), plan);
            }
        }
        return fates;
    }

    private void enter(Map<Group, List<Row>> groups) throws SQLException {
        if (guards.isPresent()) {
            Map<String, TableShape> tables = new TreeMap<>();
            groups.forEach(
                    (group, rows) -> tables.put(group.table(), rows.get(0).shape()));
            for (TableShape table : tables.values()) {
                GuardTable.enter(
                        connection, table, alone.merge(table.sql(), -1, (left, one) -> Math.max(one, left + one)) >= 0);
            }
        }
    }

    private List<Standing> standings(Map<Group, List<Row>> groups, int size) throws SQLException {
        List<Standing> standings = new ArrayList<>(Collections.nCopies(size, null));
        for (List<Row> group : groups.values()) {
            List<Standing> found = look.at(group);
            if (guards.isPresent()) {
                guards.get().look(connection, group, found);
            }
            for (int i = 0; i < group.size(); i++) {
                standings.set(group.get(i).index(), found.get(i));
            }
        }
        return standings;
    }

    private List<Fate> plan(List<Row> rows, List<Standing> standings, List<Plan.Step> steps, Map<Group, Plan> plans) {
        List<Fate> fates = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Plan plan = plans.computeIfAbsent(
                    new Group(row.shape().sql(), row.keyNames()), group -> new Plan(config, steps));
            fates.add(plan.add(row, standings.get(row.index())));
        }
        return fates;
    }

    private void demandAlone(Map<Group, Plan> plans) throws TableFault {
        for (Map.Entry<Group, Plan> plan : plans.entrySet()) {
            String table = plan.getKey().table();
            if (guards.isPresent() && plan.getValue().deletesWhatIsNotThere() && alone.get(table) < 0) {
                alone.put(table, CROWD);
                throw TableFault.again("rows of table " + table + " are deleted that are not there");
            }
        }
    }

    private void guard(GuardTable guards, Plan plan) throws SQLException, TableFault {
        if (!plan.inserted().isEmpty() && guards.overtakes(connection, plan.inserted())) {
            throw TableFault.again("a row was deleted by somebody else at the same time");
        }
        if (!plan.deleted().isEmpty()) {
            guards.keep(connection, plan.deleted());
        }
    }

    /** What is under way, for a message if it fails. */
    @Override
    public String toString() {
        return writer.toString();
    }
}
