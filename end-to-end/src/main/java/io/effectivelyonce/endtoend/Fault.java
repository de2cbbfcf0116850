package io.effectivelyonce.endtoend;

/**
 * Something that goes wrong in the middle of business.
 *
 * @param invoices when it happens: once there are so many invoices
 * @param name what a person is told
 * @param strike makes it happen
 */
record Fault(long invoices, String name, Runnable strike) {}
