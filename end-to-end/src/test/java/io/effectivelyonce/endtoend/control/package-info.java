/**
 * Sinks that break the promise, each in one way, packaged as a plugin that a real worker loads: the audit has to catch every one of
 * them. They exist for tests alone; nothing that ships has a switch to behave like them.
 */
package io.effectivelyonce.endtoend.control;
