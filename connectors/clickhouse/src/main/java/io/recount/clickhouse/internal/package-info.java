/** The sink's mechanics; nothing outside the connector uses them. */
@NullMarked
package io.recount.clickhouse.internal;

import org.jspecify.annotations.NullMarked;
