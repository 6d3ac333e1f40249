/** Loading files of lines into a topic, each line exactly once. */
@NullMarked
package io.recount.cli.load;

import org.jspecify.annotations.NullMarked;
