@NullMarked
package io.recount.cells;

import org.jspecify.annotations.NullMarked;
