/** How the job is, told from what it has published. */
@NullMarked
package io.recount.cli.status;

import org.jspecify.annotations.NullMarked;
