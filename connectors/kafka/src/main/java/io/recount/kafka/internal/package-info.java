/** The connector's mechanics; nothing outside it uses them. */
@NullMarked
package io.recount.kafka.internal;

import org.jspecify.annotations.NullMarked;
