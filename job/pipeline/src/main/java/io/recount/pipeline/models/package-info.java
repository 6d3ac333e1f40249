/** Models that were in use, and what becomes of cells and measures when another one follows. */
@NullMarked
package io.recount.pipeline.models;

import org.jspecify.annotations.NullMarked;
