/** What reports cost ClickHouse, by how it holds the numbers. */
@NullMarked
package io.recount.bench.reports;

import org.jspecify.annotations.NullMarked;
