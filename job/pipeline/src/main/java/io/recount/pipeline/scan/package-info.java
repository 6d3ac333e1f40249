/** Searches the published tables for rows that this job's history does not contain, so that they are computed again. */
@NullMarked
package io.recount.pipeline.scan;

import org.jspecify.annotations.NullMarked;
