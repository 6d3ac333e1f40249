/** Published rows against a fold of the documents in SQL, generated from the model; shares no arithmetic with the job. */
@NullMarked
package io.recount.pipeline.audit;

import org.jspecify.annotations.NullMarked;
