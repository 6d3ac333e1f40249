@NullMarked
package io.recount.harness.expectation;

import org.jspecify.annotations.NullMarked;
