/** What {@code recount invalidate} shows and waits for: requests to the running job and what became of them. */
@NullMarked
package io.recount.cli.invalidate;

import org.jspecify.annotations.NullMarked;
