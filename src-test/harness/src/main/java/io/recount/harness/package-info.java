/**
 * Feeds of the shipped models. Below it: what is delivered and how ({@code feed}), documents of one trade each ({@code
 * receipts}, {@code meters}), and what must come of them ({@code expectation}). Shares no code with the job: two programs
 * that agree by accident are unlikely, two uses of one program agree always.
 */
@NullMarked
package io.recount.harness;

import org.jspecify.annotations.NullMarked;
