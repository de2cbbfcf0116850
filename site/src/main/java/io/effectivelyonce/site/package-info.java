/** The documentation as a site of plain HTML pages, and what is wrong with its links. */
package io.effectivelyonce.site;
