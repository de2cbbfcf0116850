package io.effectivelyonce.endtoend;

/** What the inventory says of a product: pieces reserved, and by how many movements. */
record Stock(long reserved, long movements) {
    static final Stock NONE = new Stock(0, 0);

    Stock moved(long pieces) {
        return new Stock(reserved + pieces, movements + 1);
    }
}
