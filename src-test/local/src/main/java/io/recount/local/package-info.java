/** Real engines without containers, each a process of its own on 127.0.0.1, and the interfaces they stand behind. */
@NullMarked
package io.recount.local;

import org.jspecify.annotations.NullMarked;
