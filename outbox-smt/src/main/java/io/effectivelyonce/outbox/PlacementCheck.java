package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.json.JsonExpansion;
import io.effectivelyonce.outbox.row.Placement;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Places that other options have taken. */
final class PlacementCheck extends CrossCheck {
    @Override
    public void ensureValid(String key, Object value) {
        Placement.VALIDATOR.ensureValid(key, value);
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        if (!(parsed.get(key) instanceof List<?> items)) {
            return;
        }
        List<Placement> placements = Placement.parse(key, items);
        if (parsed.get(Options.PARTITION_BY) != null && has(placements, Placement.Place.PARTITION)) {
            throw new ConfigException(
                    key, items, "places a partition, which " + Options.PARTITION_BY + " sets too; keep one of them");
        }
        if (Choice.name(JsonExpansion.Form.SCHEMALESS)
                        .equalsIgnoreCase(String.valueOf(parsed.get(Options.EXPANSION_FORM)))
                && has(placements, Placement.Place.ENVELOPE)) {
            throw new ConfigException(
                    key,
                    items,
                    "places a column in the envelope, which needs the schema that " + Options.EXPANSION_FORM
                            + " leaves out");
        }
    }

    private static boolean has(List<Placement> placements, Placement.Place place) {
        return placements.stream().anyMatch(placement -> placement.place() == place);
    }

    @Override
    public String toString() {
        return Placement.VALIDATOR.toString();
    }
}
