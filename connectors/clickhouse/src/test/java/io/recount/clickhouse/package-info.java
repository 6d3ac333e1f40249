@NullMarked
package io.recount.clickhouse;

import org.jspecify.annotations.NullMarked;
