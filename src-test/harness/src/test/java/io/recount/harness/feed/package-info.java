@NullMarked
package io.recount.harness.feed;

import org.jspecify.annotations.NullMarked;
