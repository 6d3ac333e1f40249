/** Reading Kafka from exact positions, telling a group's offsets, and appending an input exactly once. */
@NullMarked
package io.recount.kafka;

import org.jspecify.annotations.NullMarked;
