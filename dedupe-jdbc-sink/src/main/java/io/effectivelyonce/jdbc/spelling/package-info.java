/** How values of records, and names, are spelt for the server. */
package io.effectivelyonce.jdbc.spelling;
