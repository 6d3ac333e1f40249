/** What {@code recount errors} does: messages that could not be read, and are read again. */
@NullMarked
package io.recount.cli.errors;

import org.jspecify.annotations.NullMarked;
