package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;

/**
 * How events are claimed.
 *
 * @param consumer the name under which they are claimed
 * @param type how event ids are stored
 * @param table the claims table
 * @param create whether a missing table is created
 */
record ClaimsConfig(String consumer, EventIdType type, TableName table, boolean create) {}
