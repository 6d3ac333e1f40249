/** Reports as a person reads them. */
@NullMarked
package io.recount.demo.report;

import org.jspecify.annotations.NullMarked;
