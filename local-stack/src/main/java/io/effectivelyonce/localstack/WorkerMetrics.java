package io.effectivelyonce.localstack;

import java.io.IOException;
import java.util.List;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads the metrics of a worker. Each call connects anew, so it also serves after the worker was killed and started again. */
public final class WorkerMetrics {
    private final int port;

    WorkerMetrics(int port) {
        this.port = port;
    }

    static List<String> jvmOptions(int port) {
        return List.of(
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.rmi.port=" + port,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false");
    }

    /**
     * Adds up an attribute over all MBeans whose name matches; 0 if none does.
     *
     * @param pattern such as {@code kafka.connect:type=plugins,connector=orders,*}
     * @param attribute such as {@code records-total}; MBeans without it don't count
     * @throws IOException if the worker can't be asked
     */
    @SuppressWarnings("BanJNDI") // the address is this class's own, and so is the process behind it
    public long sum(String pattern, String attribute) throws IOException {
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
        try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            double sum = 0;
            for (ObjectName name : beans.queryNames(new ObjectName(pattern), null)) {
                sum += value(beans, name, attribute);
            }
            return Math.round(sum);
        } catch (JMException e) {
            throw new IOException("Metric " + attribute + " of " + pattern + " can't be read", e);
        }
    }

    private static double value(MBeanServerConnection beans, ObjectName name, String attribute)
            throws JMException, IOException {
        try {
            return beans.getAttribute(name, attribute) instanceof Number number ? number.doubleValue() : 0;
        } catch (AttributeNotFoundException | InstanceNotFoundException e) {
            // another metric's bean, or a task that ended between the two calls
            return 0;
        }
    }
}
