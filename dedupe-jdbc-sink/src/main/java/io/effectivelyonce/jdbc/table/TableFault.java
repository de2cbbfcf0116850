package io.effectivelyonce.jdbc.table;

/** Why rows can't be written, where the database itself has not failed. */
public final class TableFault extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is to be done. */
    public enum Remedy {
        /** What is configured and what is in the database don't fit: somebody has to change one of them. */
        CHANGE_SOMETHING,
        /** Somebody else was in the way: the same goes well in a new transaction. */
        TRY_AGAIN,
        /** Somebody else was in the way again and again: a pause will do both good. */
        TRY_AGAIN_LATER
    }

    private final Remedy remedy;

    TableFault(Remedy remedy, String what) {
        super(what);
        this.remedy = remedy;
    }

    static TableFault wrong(String whatAndRemedy) {
        return new TableFault(Remedy.CHANGE_SOMETHING, whatAndRemedy);
    }

    static TableFault again(String what) {
        return new TableFault(Remedy.TRY_AGAIN, what);
    }

    public Remedy remedy() {
        return remedy;
    }
}
