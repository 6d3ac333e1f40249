/** What documents, cells and measures are: the model file, parsed and validated. */
@NullMarked
package io.recount.cells.model;

import org.jspecify.annotations.NullMarked;
