/** Kafka records become documents, dead letters and counts. */
@NullMarked
package io.recount.pipeline.decode;

import org.jspecify.annotations.NullMarked;
