/** Where results leave the job, beside the sink: dead letters and the group's offsets. */
@NullMarked
package io.recount.pipeline.publish;

import org.jspecify.annotations.NullMarked;
