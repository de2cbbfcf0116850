package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.row.MissingColumn;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** Keys that EventRouter had in the past and now passes over in silence. Here they still count. */
final class OlderNames {
    static final String OP_INVALID = "debezium.op.invalid.behavior";
    static final String EXPAND = "debezium.expand.json.payload";
    static final String PAYLOAD_ID = "table.field.event.payload.id";
    static final String ERROR_ON_MISSING = "table.fields.additional.error.on.missing";

    private OlderNames() {}

    static void define(OptionGroup group) {
        group.choice(
                        OP_INVALID,
                        Options.ON_UPDATE,
                        null,
                        Importance.LOW,
                        "Debezium 1.x: now " + Options.OP_INVALID + ".")
                .olderFlag(EXPAND, "Debezium 1.x: now " + Options.EXPAND + ".")
                .name(PAYLOAD_ID, null, Importance.LOW, "Debezium 1.x: now " + Options.EVENT_KEY + ".")
                .olderFlag(
                        ERROR_ON_MISSING,
                        "Debezium 2.5 to 3.5: now " + Options.MISSING + ", true for error and false for ignore.");
    }

    /** The options under the names of today. An option under two names that say different things is refused. */
    static Map<String, Object> translate(Map<String, ?> options) {
        Map<String, Object> translated = new HashMap<>(options);
        rename(translated, OP_INVALID, Options.OP_INVALID);
        rename(translated, EXPAND, Options.EXPAND);
        rename(translated, PAYLOAD_ID, Options.EVENT_KEY);
        if (translated.get(ERROR_ON_MISSING) != null) {
            boolean error = Boolean.parseBoolean(
                    translated.get(ERROR_ON_MISSING).toString().trim());
            translated.put(ERROR_ON_MISSING, Choice.name(error ? MissingColumn.ERROR : MissingColumn.IGNORE));
            rename(translated, ERROR_ON_MISSING, Options.MISSING);
        }
        return translated;
    }

    private static void rename(Map<String, Object> options, String older, String name) {
        Object value = options.remove(older);
        if (value == null) {
            return;
        }
        Object present = options.putIfAbsent(name, value);
        if (present != null
                && !present.toString().trim().equalsIgnoreCase(value.toString().trim())) {
            throw new ConfigException(
                    older, value, "is an older name of " + name + ", which says otherwise; keep " + name);
        }
    }
}
