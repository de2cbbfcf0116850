/** What turns option strings into typed things, and mistakes into messages on the right key. */
package io.effectivelyonce.spine.config;
