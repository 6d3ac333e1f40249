/** The statements that create the tables and views of a model. */
@NullMarked
package io.recount.pipeline.schema;

import org.jspecify.annotations.NullMarked;
