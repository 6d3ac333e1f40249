/** What is published against what must be, and the words and numbers that come of it. */
@NullMarked
package io.recount.demo.verdict;

import org.jspecify.annotations.NullMarked;
