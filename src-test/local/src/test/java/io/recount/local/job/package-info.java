/** Goes into a jar that a test submits to a local cluster. */
@NullMarked
package io.recount.local.job;

import org.jspecify.annotations.NullMarked;
