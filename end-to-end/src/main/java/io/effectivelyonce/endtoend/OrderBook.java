package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What the shop has committed, in order, with the id of each event. */
final class OrderBook {
    private final Map<String, Deed> entries = new LinkedHashMap<>();

    synchronized void enter(String eventId, Deed deed) {
        entries.put(eventId, deed);
    }

    /** Every deed so far. */
    synchronized List<Deed> deeds() {
        return new ArrayList<>(entries.values());
    }

    /** How many orders were paid so far. */
    synchronized long paid() {
        return entries.values().stream().filter(Deed.Pay.class::isInstance).count();
    }

    /** What each event on the topic must say, by event id. */
    Map<String, String> events(Topic topic) {
        Map<String, String> events = new LinkedHashMap<>();
        matching(deed -> deed.topic() == topic)
                .forEach((id, deed) -> events.put(id, event(deed.type(), deed.aggregateId(), deed.version())));
        return events;
    }

    /** What the content of an event looks like here. */
    static String event(String type, String aggregateId, long version) {
        return type + " " + aggregateId + " version " + version;
    }

    private synchronized Map<String, Deed> matching(Predicate<Deed> wanted) {
        Map<String, Deed> found = new LinkedHashMap<>();
        entries.forEach((id, deed) -> {
            if (wanted.test(deed)) {
                found.put(id, deed);
            }
        });
        return found;
    }
}
