package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.row.RowFault;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a row that can't become an event. */
sealed interface FaultPolicy permits FaultPolicy.Fail, FaultPolicy.Drop, Quarantine {
    /** The words of the option. */
    enum OnInvalidRow {
        FAIL,
        DROP,
        QUARANTINE
    }

    /** The record that goes on instead; null where none does. */
    <R extends ConnectRecord<R>> R settle(R record, RowFault fault);

    /** Hands the fault to Connect. */
    record Fail() implements FaultPolicy {
        @Override
        public <R extends ConnectRecord<R>> R settle(R record, RowFault fault) {
            throw fault;
        }
    }

    /** Leaves no more than a line in the log. */
    record Drop() implements FaultPolicy {
        private static final Logger LOGGER = LoggerFactory.getLogger(FaultPolicy.class);

        @Override
        public <R extends ConnectRecord<R>> R settle(R record, RowFault fault) {
            LOGGER.error("Dropped: {}", fault.getMessage());
            return null;
        }
    }
}
