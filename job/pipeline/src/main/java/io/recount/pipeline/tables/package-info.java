/** The columns of the tables the job writes, and how documents and aggregates become their rows. */
@NullMarked
package io.recount.pipeline.tables;

import org.jspecify.annotations.NullMarked;
