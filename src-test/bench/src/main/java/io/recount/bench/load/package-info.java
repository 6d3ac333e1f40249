/** A large file that is loaded by a process which is killed again and again. */
@NullMarked
package io.recount.bench.load;

import org.jspecify.annotations.NullMarked;
