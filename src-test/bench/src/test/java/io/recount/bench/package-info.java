@NullMarked
package io.recount.bench;

import org.jspecify.annotations.NullMarked;
