/**
 * Scenarios, and how their documents are delivered: twice, late, out of order, corrected, deleted. Knows nothing of what
 * is in them.
 */
@NullMarked
package io.recount.harness.feed;

import org.jspecify.annotations.NullMarked;
