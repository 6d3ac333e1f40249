/** Tests of the check. */
@NullMarked
package io.recount.clickhouse.check;

import org.jspecify.annotations.NullMarked;
