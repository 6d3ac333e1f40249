/** Readings of simulated electricity meters: their content, their JSON, and the ways in which their messages go wrong. */
@NullMarked
package io.recount.harness.meters;

import org.jspecify.annotations.NullMarked;
