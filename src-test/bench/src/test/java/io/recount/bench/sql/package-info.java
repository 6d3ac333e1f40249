@NullMarked
package io.recount.bench.sql;

import org.jspecify.annotations.NullMarked;
