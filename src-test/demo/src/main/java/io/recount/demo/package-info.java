/** The whole path on local engines: documents in, tables out, and every number compared with what it must be. */
@NullMarked
package io.recount.demo;

import org.jspecify.annotations.NullMarked;
