@NullMarked
package io.recount.demo;

import org.jspecify.annotations.NullMarked;
