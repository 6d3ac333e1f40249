/** The keyed stage: documents become cells, shifts and field cells. */
@NullMarked
package io.recount.pipeline.cells;

import org.jspecify.annotations.NullMarked;
