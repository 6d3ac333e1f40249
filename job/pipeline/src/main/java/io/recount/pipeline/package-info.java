@NullMarked
package io.recount.pipeline;

import org.jspecify.annotations.NullMarked;
