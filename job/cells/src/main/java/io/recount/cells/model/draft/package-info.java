/** Drafts a model file from messages: guesses that say they are guesses, for a person to go on from. */
@NullMarked
package io.recount.cells.model.draft;

import org.jspecify.annotations.NullMarked;
