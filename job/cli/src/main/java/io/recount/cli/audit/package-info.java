/** What {@code recount audit} does: compares what is published with what the documents say, and has it repaired. */
@NullMarked
package io.recount.cli.audit;

import org.jspecify.annotations.NullMarked;
