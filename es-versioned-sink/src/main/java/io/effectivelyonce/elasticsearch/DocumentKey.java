package io.effectivelyonce.elasticsearch;

/** Which document: under this key the server compares versions. */
record DocumentKey(String index, String id) {}
