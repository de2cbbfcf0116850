package io.effectivelyonce.jdbc.table;

import java.util.OptionalLong;

/**
 * How a row stands before a transaction changes it.
 *
 * @param key tells the rows of one table apart, however their keys are spelt
 * @param exists whether it is there; if so, it is locked
 * @param version its version; empty if it has none
 * @param deleted the version with which it was deleted last; empty if that is not known
 */
record Standing(long key, boolean exists, OptionalLong version, OptionalLong deleted) {

    Standing deletedAt(long version) {
        return new Standing(key, exists, this.version, OptionalLong.of(version));
    }

    Standing written(OptionalLong newVersion) {
        return new Standing(key, true, newVersion, deleted);
    }

    Standing gone(OptionalLong atVersion) {
        return new Standing(key, false, OptionalLong.empty(), atVersion.isPresent() ? atVersion : deleted);
    }

    /** The version that a newer one must be above; empty if any is. */
    OptionalLong floor() {
        if (version.isEmpty() || deleted.isEmpty()) {
            return version.isPresent() ? version : deleted;
        }
        return OptionalLong.of(Math.max(version.getAsLong(), deleted.getAsLong()));
    }
}
