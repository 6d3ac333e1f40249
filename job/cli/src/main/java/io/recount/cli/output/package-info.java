/** Rows of an answer, for people and for programs. */
@org.jspecify.annotations.NullMarked
package io.recount.cli.output;
