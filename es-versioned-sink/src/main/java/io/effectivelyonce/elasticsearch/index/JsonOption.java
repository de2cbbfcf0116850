package io.effectivelyonce.elasticsearch.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** An option that is a JSON object, or the name of a file with one; empty for none. */
final class JsonOption implements ConfigDef.Validator {

    @Override
    public void ensureValid(String name, Object value) {
        read(name, (String) value);
    }

    static Map<String, Object> read(String name, String value) {
        if (value == null || value.isBlank()) {
            return Map.of();
        }
        boolean inline = value.trim().startsWith("{");
        try {
            return Json.object(inline ? value : Files.readString(Path.of(value.trim())));
        } catch (IOException | InvalidPathException e) {
            throw new ConfigException(name
                    + (inline
                            ? " is no well-formed JSON object"
                            : " names no readable file with a JSON object; it must be on every worker, or the JSON"
                                    + " itself must stand here"));
        }
    }

    @Override
    public String toString() {
        return "a JSON object, or the path of a file with one";
    }
}
