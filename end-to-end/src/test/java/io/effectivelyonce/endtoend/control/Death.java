package io.effectivelyonce.endtoend.control;

import org.apache.kafka.connect.errors.ConnectException;

/** The task is gone from one instruction to the next. */
final class Death extends ConnectException {
    private static final long serialVersionUID = 1L;

    Death(long offset) {
        super("Dies once at offset " + offset + ", as it was told to");
    }
}
