/** Failures between a job and ClickHouse, made to order. */
@NullMarked
package io.recount.local.relay;

import org.jspecify.annotations.NullMarked;
