/**
 * Deliveries to feed a job with, and what must come of them. Shares no code with the job: two programs that agree by
 * accident are unlikely, two uses of one program agree always.
 */
@NullMarked
package io.recount.harness;

import org.jspecify.annotations.NullMarked;
