@NullMarked
package io.recount.clickhouse.internal;

import org.jspecify.annotations.NullMarked;
