package io.recount.demo.verdict;

import io.recount.demo.clickhouse.ResultRow;
import io.recount.harness.expectation.MeasureValues;

/** How the measures of a row are read. */
@FunctionalInterface
interface MeasureReading {

    MeasureValues of(ResultRow row);
}
