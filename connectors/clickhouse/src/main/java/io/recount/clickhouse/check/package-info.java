/** Compares what a server has with what a job needs of it: tables, columns, windows, rights, settings, version. */
@NullMarked
package io.recount.clickhouse.check;

import org.jspecify.annotations.NullMarked;
