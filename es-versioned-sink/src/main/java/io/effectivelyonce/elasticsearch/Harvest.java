package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What became of the operations of a request that the server took, one by one. */
final class Harvest {
    private final Map<Open<Operation>, Outcome> sealed = new LinkedHashMap<>();
    private final Map<Open<Operation>, String> held = new HashMap<>();
    private final Map<Open<Operation>, RecordFault> faults = new LinkedHashMap<>();
    private final Map<Open<Operation>, String> failed = new LinkedHashMap<>();
    private final Map<String, Integer> againByStatus = new HashMap<>();
    private final List<Open<Operation>> later = new ArrayList<>();
    private Optional<String> why = Optional.empty();
    private Optional<String> misconfigured = Optional.empty();
    private boolean tooMuch;

    /** The items belong to the operations, in their order. */
    Harvest(List<Open<Operation>> sent, List<Item> items) {
        for (int i = 0; i < sent.size(); i++) {
            sort(sent.get(i), items.get(i));
        }
    }

    private void sort(Open<Operation> open, Item item) {
        tooMuch |= item.status() == 429;
        ItemVerdict verdict = ItemPolicy.judge(open.operation(), item);
        if (verdict instanceof ItemVerdict.Sealed it) {
            sealed.put(open, it.outcome());
            if (!it.held().isEmpty()) {
                held.put(open, it.held());
            }
        } else if (verdict instanceof ItemVerdict.Faulty it) {
            faults.put(open, it.fault());
        } else {
            againByStatus.merge(Integer.toString(item.status()), 1, Integer::sum);
            sortForAgain(open, verdict);
        }
    }

    private void sortForAgain(Open<Operation> open, ItemVerdict verdict) {
        if (verdict instanceof ItemVerdict.Failed it) {
            failed.put(open, it.why());
            why = Optional.of(it.why());
        } else if (verdict instanceof ItemVerdict.Later it) {
            later.add(open);
            why = Optional.of(it.why());
        } else if (verdict instanceof ItemVerdict.Misconfigured it) {
            later.add(open);
            why = Optional.of(it.whyAndRemedy());
            misconfigured = why;
        }
    }

    Map<Open<Operation>, Outcome> sealed() {
        return sealed;
    }

    /** The version that the server holds instead of a sealed one; empty where it doesn't tell. */
    String heldInsteadOf(Open<Operation> open) {
        return held.getOrDefault(open, "");
    }

    Map<Open<Operation>, RecordFault> faults() {
        return faults;
    }

    /** At these the server failed, and each may be the reason itself. */
    Map<Open<Operation>, String> failed() {
        return failed;
    }

    /** These are to be tried again. */
    List<Open<Operation>> later() {
        return later;
    }

    /** How many are to be tried again, or are suspected, by the status of the item. */
    Map<String, Integer> againByStatus() {
        return againByStatus;
    }

    /** Why something has to be tried again, if it has. */
    Optional<String> why() {
        return why;
    }

    /** What is wrong with the configuration, if anything is. */
    Optional<String> misconfigured() {
        return misconfigured;
    }

    /** Whether the server said of any that it has too much to do. */
    boolean tooMuch() {
        return tooMuch;
    }
}
