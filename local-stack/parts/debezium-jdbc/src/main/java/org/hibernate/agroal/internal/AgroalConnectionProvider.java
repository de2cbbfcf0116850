package org.hibernate.agroal.internal;

import org.hibernate.engine.jdbc.connections.internal.DriverManagerConnectionProvider;

/**
 * Stands in for Hibernate's provider of pooled connections, which Debezium's sink names and which is not to be had in the version that it
 * wants. The sink uses one session per task, so that a pool makes no difference to what is measured.
 */
public class AgroalConnectionProvider extends DriverManagerConnectionProvider {}
