/** Receipts of simulated cash registers: their content, their JSON, and the ways in which their messages go wrong. */
@NullMarked
package io.recount.harness.receipts;

import org.jspecify.annotations.NullMarked;
