/** What people and programs ask of the running job, as it lies in Kafka. */
@NullMarked
package io.recount.pipeline.requests;

import org.jspecify.annotations.NullMarked;
