/** YAML files for people: read with line and column, all problems at once. */
@NullMarked
package io.recount.cells.yaml;

import org.jspecify.annotations.NullMarked;
