package io.effectivelyonce.endtoend.audit;

/** The process is gone from one instruction to the next. */
final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
