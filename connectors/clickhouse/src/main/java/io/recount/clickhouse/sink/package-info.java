/** The sink and its mechanics: writer, aggregator, committer, ledger rows. */
@NullMarked
package io.recount.clickhouse.sink;

import org.jspecify.annotations.NullMarked;
