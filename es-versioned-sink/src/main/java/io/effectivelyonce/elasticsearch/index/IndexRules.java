package io.effectivelyonce.elasticsearch.index;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is wanted of an index.
 *
 * @param versionSource the one spelling of where versions come from
 * @param versionKey the option that says so
 * @param acceptsOtherSource whether an index that is marked with another source is marked anew instead of refused
 * @param deletes whether documents are deleted, so that it matters how long deleted versions are remembered
 * @param gcDeletes how long deleted versions shall be remembered; empty for whatever the server does
 * @param creation how missing indices are created; empty if that is left to the server
 * @param mapsFromSchema whether an index without fields gets those of the record's schema
 */
public record IndexRules(
        String versionSource,
        String versionKey,
        boolean acceptsOtherSource,
        boolean deletes,
        Optional<Duration> gcDeletes,
        Optional<IndexCreation> creation,
        boolean mapsFromSchema) {

    /** Why an index can't be written to as it is, each reason on the option that it comes from. */
    Map<String, String> problems(IndexState state) {
        Map<String, String> problems = new TreeMap<>();
        state.trap().ifPresent(why -> problems.put(IndexOptions.INDEX, why));
        if (problems.isEmpty() && !acceptsOtherSource) {
            state.indices().stream()
                    .map(index -> VersionMark.in(index.meta()))
                    .filter(source -> !source.isEmpty() && !source.equals(versionSource))
                    .findFirst()
                    .ifPresent(source -> problems.put(
                            versionKey,
                            "index '" + state.name() + "' holds documents under versions from '" + source
                                    + "' (so says its mapping's _meta), and this connector takes them from '"
                                    + versionSource
                                    + "': with smaller numbers no document would change any more, with larger ones late"
                                    + " events of the old kind would be lost. Write to a new index; or, if every new version"
                                    + " is higher than all that the index holds, set " + IndexOptions.ON_OTHER_SOURCE
                                    + "=accept"));
        }
        return problems;
    }
}
