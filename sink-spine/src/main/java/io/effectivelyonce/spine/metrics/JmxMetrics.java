package io.effectivelyonce.spine.metrics;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows metrics as MBeans of the task's own, {@code io.effectivelyonce:type=plugins,connector=C,task=N}, with the attributes
 * and tags that a newer worker would show.
 */
final class JmxMetrics implements Shown {
    private static final Logger LOG = LoggerFactory.getLogger(JmxMetrics.class);

    /** Which run of a task shows a name; to be held while one is registered or taken away. */
    private static final Map<ObjectName, Bean> SHOWN = new HashMap<>();

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String prefix;
    private final Map<ObjectName, Bean> beans = new ConcurrentHashMap<>();

    JmxMetrics(String connector, String task) {
        this.prefix = "io.effectivelyonce:type=plugins,connector=" + quoted(connector) + ",task=" + quoted(task);
    }

    /** Quotes would show up in every dashboard's labels. */
    private static String quoted(String value) {
        return value.isEmpty() || value.matches("(?s).*[,=:\"*?\\n].*") ? ObjectName.quote(value) : value;
    }

    @Override
    public void add(Metric metric, String label, Supplier<? extends Number> value) {
        try {
            ObjectName name =
                    new ObjectName(metric.tag().isEmpty() ? prefix : prefix + "," + metric.tag() + "=" + quoted(label));
            bean(name).attributes.put(metric.name(), new Shows(metric, value));
        } catch (JMException e) {
            LOG.warn("The metric {} can't be shown by JMX: {}", metric.name(), e.toString());
        }
    }

    /** One that is there already is of an earlier run, which didn't get to its end or does so late. */
    private Bean bean(ObjectName name) throws JMException {
        Bean known = beans.get(name);
        if (known != null) {
            return known;
        }
        Bean bean = new Bean();
        synchronized (SHOWN) {
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
            server.registerMBean(bean, name);
            SHOWN.put(name, bean);
        }
        beans.put(name, bean);
        return bean;
    }

    @Override
    public void close() {
        synchronized (SHOWN) {
            beans.forEach((name, bean) -> {
                // what a later run of the task has put in its place stays
                if (SHOWN.remove(name, bean)) {
                    takeAway(name);
                }
            });
        }
        beans.clear();
    }

    private void takeAway(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            LOG.debug("The MBean {} is gone already.", name);
        }
    }

    private record Shows(Metric metric, Supplier<? extends Number> value) {}

    private static final class Bean implements DynamicMBean {
        private final Map<String, Shows> attributes = new ConcurrentHashMap<>();

        @Override
        public Object getAttribute(String attribute) throws AttributeNotFoundException {
            Shows shows = attributes.get(attribute);
            if (shows == null) {
                throw new AttributeNotFoundException(attribute);
            }
            return shows.value().get();
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            AttributeList found = new AttributeList();
            for (String name : names) {
                Shows shows = attributes.get(name);
                if (shows != null) {
                    found.add(new Attribute(name, shows.value().get()));
                }
            }
            return found;
        }

        @Override
        public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
            throw new AttributeNotFoundException(attribute.getName() + " can only be read");
        }

        @Override
        public AttributeList setAttributes(AttributeList wanted) {
            return new AttributeList();
        }

        @Override
        public Object invoke(String action, Object[] arguments, String[] signature) {
            throw new UnsupportedOperationException(action);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            MBeanAttributeInfo[] infos = new TreeMap<>(attributes)
                    .values().stream()
                            .map(shows -> new MBeanAttributeInfo(
                                    shows.metric().name(),
                                    Number.class.getName(),
                                    shows.metric().description(),
                                    true,
                                    false,
                                    false))
                            .toArray(MBeanAttributeInfo[]::new);
            return new MBeanInfo(Bean.class.getName(), "Metrics of a task", infos, null, null, null);
        }
    }
}
