@NullMarked
package io.recount.bench.lookups;

import org.jspecify.annotations.NullMarked;
