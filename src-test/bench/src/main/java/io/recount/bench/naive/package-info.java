/** The job as people write it by hand: objects from the wire to the state, which is touched for every document. */
@NullMarked
package io.recount.bench.naive;

import org.jspecify.annotations.NullMarked;
