package io.effectivelyonce.spine.config;

import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selector;
import io.effectivelyonce.spine.select.SelectorSyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts a selector, or a list of them, that starts at one of the allowed roots; null and empty are let pass. */
public final class SelectorValidator implements ConfigDef.Validator {
    private final Set<Root> allowed;

    private SelectorValidator(Set<Root> allowed) {
        this.allowed = allowed;
    }

    public static SelectorValidator startingAt(Root first, Root... others) {
        return new SelectorValidator(EnumSet.of(first, others));
    }

    @Override
    public void ensureValid(String name, Object value) {
        if (value instanceof List<?> list) {
            list.forEach(one -> demand(name, (String) one));
        } else if (value instanceof String one && !one.isEmpty()) {
            demand(name, one);
        }
    }

    private void demand(String name, String text) {
        // before the rest is read: the parser's own complaint would list every root there is
        String root = text.split("\\.", 2)[0];
        if (allowed.stream().map(Root::word).noneMatch(root::equals)) {
            throw new ConfigException(name, text, "must start with " + this);
        }
        try {
            Selector.parse(text);
        } catch (SelectorSyntaxException e) {
            throw new ConfigException(name, text, e.getMessage());
        }
    }

    @Override
    public String toString() {
        return allowed.stream().map(Root::word).collect(Collectors.joining(", "));
    }
}
