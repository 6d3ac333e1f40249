/** What {@code recount explain} does: the documents behind a cell, and what was published of it. */
@NullMarked
package io.recount.cli.explain;

import org.jspecify.annotations.NullMarked;
