/** Short histories of a few registers in which everything happens that can happen to documents. */
@NullMarked
package io.recount.harness.histories;

import org.jspecify.annotations.NullMarked;
