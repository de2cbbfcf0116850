package io.effectivelyonce.benchmarks.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The ratios of an earlier run that was looked at. */
record Recorded(JsonNode ratios) {
    /** Machines are shared and noisy; what is less than half as good as it was has another reason. */
    private static final double COLLAPSED = 0.5;

    static Recorded in(Path file) throws IOException {
        return new Recorded(new ObjectMapper().readTree(file.toFile()).path("ratios"));
    }

    /** What has collapsed since, with both figures. What wasn't measured now hasn't. */
    List<String> collapsed(JsonNode now) {
        return ratios.properties().stream()
                .filter(was -> now.has(was.getKey()))
                .filter(was -> now.path(was.getKey()).asDouble()
                        < COLLAPSED * was.getValue().asDouble())
                .map(was -> "%s was %.2f and is %.2f"
                        .formatted(
                                was.getKey(),
                                was.getValue().asDouble(),
                                now.path(was.getKey()).asDouble()))
                .toList();
    }
}
