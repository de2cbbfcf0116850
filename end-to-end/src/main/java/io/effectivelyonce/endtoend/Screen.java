package io.effectivelyonce.endtoend;

/** Where a run tells what it does while it does it. */
interface Screen {
    /** Something happens that a person wants to know of, such as a fault. */
    void tell(String event);

    /** So many of all orders have become invoices. */
    void progress(long invoiced);
}
