@NullMarked
package io.recount.fuzz;

import org.jspecify.annotations.NullMarked;
