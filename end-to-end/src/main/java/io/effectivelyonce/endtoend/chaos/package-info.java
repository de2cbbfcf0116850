/** {@code bin/chaos}: a schedule of faults that a seed fixes, while business goes on, and the audit at the end. */
package io.effectivelyonce.endtoend.chaos;
