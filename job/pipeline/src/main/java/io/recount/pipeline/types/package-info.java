/** Serializers of what crosses the network or lies in state: hand-written and versioned. */
@NullMarked
package io.recount.pipeline.types;

import org.jspecify.annotations.NullMarked;
