/** A Kafka broker: a child process of its own, started by {@code LocalKafka}. */
@NullMarked
package io.recount.local.broker;

import org.jspecify.annotations.NullMarked;
