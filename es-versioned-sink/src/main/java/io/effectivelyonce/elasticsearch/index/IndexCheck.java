package io.effectivelyonce.elasticsearch.index;

import io.effectivelyonce.elasticsearch.index.Server.Answered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a look at an index, without changing it, tells of the configuration. */
public final class IndexCheck {
    private final Server server;
    private final IndexRules rules;
    private final String credentialsKey;

    /**
     * @param credentialsKey the option that a missing privilege points to
     */
    public IndexCheck(Server server, IndexRules rules, String credentialsKey) {
        this.server = server;
        this.rules = rules;
        this.credentialsKey = credentialsKey;
    }

    /**
     * The privileges that the credentials lack, where the server tells: Elasticsearch with its own security does.
     */
    public Optional<String> missingPrivileges(List<String> indices) throws InterruptedException {
        if (indices.isEmpty()) {
            return Optional.empty();
        }
        List<String> needed = new ArrayList<>(List.of("write", "view_index_metadata"));
        rules.creation().ifPresent(creation -> needed.add("create_index"));
        String question =
                Json.text(Map.of("index", List.of(Map.of("names", indices, "privileges", List.copyOf(needed)))));
        if (!(server.ask("POST", "/_security/user/_has_privileges", question) instanceof Answered answered)
                || answered.status() != 200) {
            return Optional.empty();
        }
        List<String> missing = new ArrayList<>();
        if (answered.json().get("index") instanceof Map<?, ?> byIndex) {
            byIndex.forEach((index, has) -> {
                if (has instanceof Map<?, ?> privileges) {
                    privileges.forEach((privilege, given) -> {
                        if (Boolean.FALSE.equals(given)) {
                            missing.add(privilege + " on '" + index + "'");
                        }
                    });
                }
            });
        }
        return missing.isEmpty() ? Optional.empty() : Optional.of("lacks privileges: " + String.join(", ", missing));
    }

    /** The problems, each on the key that causes it. A server that doesn't tell is let pass: the task will ask again. */
    public Map<String, String> problems(String index) throws InterruptedException {
        if (!(server.ask("GET", IndexState.path(index), "") instanceof Answered answered)) {
            return Map.of();
        }
        return switch (answered.status()) {
            case 200 -> rules.problems(IndexState.of(index, answered.json()));
            case 401, 403 ->
                Map.of(
                        credentialsKey,
                        "may not look into index '" + index + "' (" + answered
                                + "); it needs the privilege view_index_metadata there");
            default -> Map.of();
        };
    }
}
