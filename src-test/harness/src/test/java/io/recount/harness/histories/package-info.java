@NullMarked
package io.recount.harness.histories;

import org.jspecify.annotations.NullMarked;
