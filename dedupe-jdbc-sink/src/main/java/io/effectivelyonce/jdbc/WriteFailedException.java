package io.effectivelyonce.jdbc;

/** A transaction that was not committed, or whose commit was not answered. Carries no driver exception: it may quote rows. */
final class WriteFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient SqlFault fault;

    WriteFailedException(SqlFault fault) {
        super(fault.message());
        this.fault = fault;
    }

    SqlFault fault() {
        return fault;
    }
}
