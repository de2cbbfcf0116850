package io.effectivelyonce.endtoend;

/** One thing found at the end: a row, a record or a document. Its key says what it is about, its content what it says. */
record Fact(String key, String content) {}
