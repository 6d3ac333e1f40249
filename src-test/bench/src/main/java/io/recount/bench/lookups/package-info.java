/** What it costs ClickHouse that state is a cache. */
@NullMarked
package io.recount.bench.lookups;

import org.jspecify.annotations.NullMarked;
