package io.recount.bench.reports;

import java.util.Locale;

/** How ClickHouse holds what a report shows. */
enum Layout {
    /** The job's tables, by the views that people ask. */
    CELLS,
    /** Tables with the same keys and a column of each measure. */
    WIDE,
    /** Added up from the documents when it is asked for. */
    DOCUMENTS;

    /** Its name in results. */
    String shown() {
        return name().toLowerCase(Locale.ROOT);
    }
}
