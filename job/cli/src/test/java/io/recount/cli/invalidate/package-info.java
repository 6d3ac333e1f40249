/** Tests of what is shown of requests and of waiting for them. */
@NullMarked
package io.recount.cli.invalidate;

import org.jspecify.annotations.NullMarked;
