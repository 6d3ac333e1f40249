/** How fast documents that were loaded from elsewhere become cells, and what that costs the live traffic. */
@NullMarked
package io.recount.bench.backfill;

import org.jspecify.annotations.NullMarked;
