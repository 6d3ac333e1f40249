/** What the tables must hold after a feed: computed from all deliveries at once, naively and exactly. */
@NullMarked
package io.recount.harness.expectation;

import org.jspecify.annotations.NullMarked;
