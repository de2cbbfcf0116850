package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** Whether and where the database keeps how far each partition has come. */
final class OffsetOptions {
    static final String MODE = "offsets.mode";
    static final String TABLE = "offsets.table.name";
    static final String CREATE = "offsets.table.create";

    private OffsetOptions() {}

    static void define(OptionGroup group) {
        group.add(
                MODE,
                ConfigDef.Type.STRING,
                "table",
                Choice.of("table", "none"),
                Importance.MEDIUM,
                "table: each transaction also writes how far it has brought each partition. If the database knows less"
                        + " later than it had acknowledged, as after a failover to a standby that was behind, the task goes"
                        + " back and writes again what was lost. Kafka is told no offset that the table doesn't hold. none:"
                        + " such a failover loses the events whose offsets were committed already.");
        group.add(
                TABLE,
                ConfigDef.Type.STRING,
                "processed_offsets",
                TableName.VALIDATOR,
                Importance.MEDIUM,
                "Offsets table, with or without a schema. Unquoted names are folded to lower case as in SQL. The role needs"
                        + " INSERT, SELECT and UPDATE on it, and DELETE for resetting offsets.");
        group.add(
                CREATE,
                ConfigDef.Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                "Whether the offsets table is created when it is missing: (consumer text, topic text, partition int,"
                        + " next_offset bigint, updated_at timestamptz default now(), primary key (consumer, topic,"
                        + " partition)).");
    }
}
