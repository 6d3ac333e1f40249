@NullMarked
package io.recount.harness;

import org.jspecify.annotations.NullMarked;
