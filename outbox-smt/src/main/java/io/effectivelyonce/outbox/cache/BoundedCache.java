package io.effectivelyonce.outbox.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Remembers the most recently used answers of a pure function. Belongs to one task, and so to one thread. */
public final class BoundedCache<K, V> {
    private static final int ENTRIES = 1_000;

    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > ENTRIES;
        }
    };

    public V get(K key, Function<? super K, ? extends V> answer) {
        V known = entries.get(key);
        if (known != null) {
            return known;
        }
        V fresh = answer.apply(key);
        entries.put(key, fresh);
        return fresh;
    }
}
