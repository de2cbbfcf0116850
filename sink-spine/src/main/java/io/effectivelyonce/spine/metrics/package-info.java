/** What a task measures, and how it is shown: by the worker where it can, else as MBeans of the task's own. */
package io.effectivelyonce.spine.metrics;
