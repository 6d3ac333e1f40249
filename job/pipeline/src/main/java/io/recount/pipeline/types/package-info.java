/** What travels between the stages or lies in state, and its hand-written serializers. */
@NullMarked
package io.recount.pipeline.types;

import org.jspecify.annotations.NullMarked;
