/** What can be configured, where it is read from, and what is refused. */
@NullMarked
package io.recount.pipeline.options;

import org.jspecify.annotations.NullMarked;
