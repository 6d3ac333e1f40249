/** The sink alone, as somebody uses it who has a job of their own: nothing here but its public API and Flink. */
@NullMarked
package io.recount.clickhouse.example;

import org.jspecify.annotations.NullMarked;
