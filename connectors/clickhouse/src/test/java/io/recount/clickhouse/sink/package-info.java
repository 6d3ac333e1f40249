@NullMarked
package io.recount.clickhouse.sink;

import org.jspecify.annotations.NullMarked;
