/** What sources that work on a thread of their own have in common. */
@NullMarked
package io.recount.pipeline.sources;

import org.jspecify.annotations.NullMarked;
