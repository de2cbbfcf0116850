/** What goes wrong, one class for each way. {@link io.effectivelyonce.endtoend.fault.Catalogue} lists them all. */
package io.effectivelyonce.endtoend.fault;
