package io.effectivelyonce.elasticsearch;

import java.util.Optional;

/**
 * Which document: under this key the server compares versions.
 *
 * @param routing what chooses the shard; nothing: the id. The same id with another routing may be in another shard, where it is
 *     another document
 */
record DocumentKey(String index, String id, Optional<String> routing) {}
