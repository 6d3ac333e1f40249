/** From the bytes of a message to a document: depends on bytes and model only, on no clock. */
@NullMarked
package io.recount.cells.decode;

import org.jspecify.annotations.NullMarked;
