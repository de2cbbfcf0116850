package io.effectivelyonce.endtoend.audit;

/** One breach: where it was found, and what it is about. */
public record Finding(Breach breach, String where, String what) {
    @Override
    public String toString() {
        return where + ": " + breach.label() + ": " + what;
    }
}
