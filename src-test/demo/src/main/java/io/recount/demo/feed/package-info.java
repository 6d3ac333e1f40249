/** Where messages come from, and how they get into the topic. */
@NullMarked
package io.recount.demo.feed;

import org.jspecify.annotations.NullMarked;
