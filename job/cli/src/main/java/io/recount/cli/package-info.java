/** The command line. */
@NullMarked
package io.recount.cli;

import org.jspecify.annotations.NullMarked;
