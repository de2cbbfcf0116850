package io.effectivelyonce.outbox.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.kafka.connect.data.Schema;

/**
 * Remembers the most recently used answers of a pure function. Belongs to one task, and so to one thread.
 *
 * <p>What people write into rows decides how large an answer is, so answers are weighed and not counted: documents with a new set of
 * fields each, or very long texts, must not fill the heap of a worker. What alone is heavier than the whole cache is not remembered.
 */
public final class BoundedCache<K, V> {
    /** In bytes, roughly. */
    static final int CAPACITY = 4 << 20;

    private record Entry<V>(V answer, int weight) {}

    private final ToIntFunction<? super Map.Entry<K, V>> weight;
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private int load;

    private BoundedCache(ToIntFunction<? super Map.Entry<K, V>> weight) {
        this.weight = weight;
    }

    /** For what follows from a text. */
    public static <V> BoundedCache<String, V> ofTexts() {
        return new BoundedCache<>(
                entry -> SchemaWeight.OF_NODE + 2 * entry.getKey().length());
    }

    /** For schemas, whose keys are about as large as they are. */
    public static <K> BoundedCache<K, Schema> ofSchemas() {
        return new BoundedCache<>(entry -> SchemaWeight.of(entry.getValue()));
    }

    public V get(K key, Function<? super K, ? extends V> answer) {
        Entry<V> known = entries.get(key);
        if (known != null) {
            return known.answer;
        }
        V fresh = answer.apply(key);
        remember(key, fresh);
        return fresh;
    }

    private void remember(K key, V answer) {
        int heavy = weight.applyAsInt(Map.entry(key, answer));
        if (heavy > CAPACITY) {
            return;
        }
        entries.put(key, new Entry<>(answer, heavy));
        load += heavy;
        Iterator<Entry<V>> eldest = entries.values().iterator();
        while (load > CAPACITY) {
            load -= eldest.next().weight;
            eldest.remove();
        }
    }

    int size() {
        return entries.size();
    }
}
