@NullMarked
package io.recount.cells.model.draft;

import org.jspecify.annotations.NullMarked;
