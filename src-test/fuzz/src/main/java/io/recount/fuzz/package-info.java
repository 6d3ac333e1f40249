/** Breaks messages in every way known, and holds the decoder to rules that share no code with it. */
@NullMarked
package io.recount.fuzz;

import org.jspecify.annotations.NullMarked;
