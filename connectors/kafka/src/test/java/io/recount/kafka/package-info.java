@NullMarked
package io.recount.kafka;

import org.jspecify.annotations.NullMarked;
