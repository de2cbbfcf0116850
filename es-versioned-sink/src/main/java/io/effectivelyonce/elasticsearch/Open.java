package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Entry;
import java.util.ArrayList;
import java.util.List;

/** An entry of the batch under way whose fate is not sealed yet. */
final class Open {
    private final int position;
    private final Entry<Operation> entry;
    private int failedAlone;

    private Open(int position, Entry<Operation> entry) {
        this.position = position;
        this.entry = entry;
    }

    /** Numbers the entries of a batch, in their order. */
    static List<Open> all(List<Entry<Operation>> batch) {
        List<Open> open = new ArrayList<>(batch.size());
        for (Entry<Operation> entry : batch) {
            open.add(new Open(open.size(), entry));
        }
        return open;
    }

    /** Its place in the batch. */
    int position() {
        return position;
    }

    Entry<Operation> entry() {
        return entry;
    }

    Operation operation() {
        return entry.event();
    }

    /** Its request failed, with nothing else in it. Gives back how many rounds that has happened in. */
    int failedAlone() {
        return ++failedAlone;
    }

    boolean living() {
        return entry.slot().living();
    }
}
