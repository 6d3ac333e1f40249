/** What people ask of the tables. */
@org.jspecify.annotations.NullMarked
package io.recount.cli.report;
