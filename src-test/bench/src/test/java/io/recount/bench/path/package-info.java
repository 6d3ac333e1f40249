@NullMarked
package io.recount.bench.path;

import org.jspecify.annotations.NullMarked;
