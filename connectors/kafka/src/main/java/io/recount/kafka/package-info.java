/** Reading Kafka from exact positions, and telling a group's offsets. */
@NullMarked
package io.recount.kafka;

import org.jspecify.annotations.NullMarked;
