/** For a person's own messages, of which nothing is expected: the tables against a fold of the documents in SQL. */
@NullMarked
package io.recount.demo.audit;

import org.jspecify.annotations.NullMarked;
