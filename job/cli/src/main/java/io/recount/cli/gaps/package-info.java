/** What {@code recount gaps} shows and closes: records of Kafka that were gone before they were read. */
@NullMarked
package io.recount.cli.gaps;

import org.jspecify.annotations.NullMarked;
