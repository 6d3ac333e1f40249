/** Measurements of the main job on local engines. They report; nothing is asserted. */
@NullMarked
package io.recount.bench;

import org.jspecify.annotations.NullMarked;
