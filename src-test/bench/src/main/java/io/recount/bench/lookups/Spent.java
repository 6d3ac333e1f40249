package io.recount.bench.lookups;

/**
 * What was spent, or what the meters show.
 *
 * @param queries requests of the job for what is not in state
 * @param rowsGiven rows that they gave
 * @param rowsScanned rows that ClickHouse read for whatever select
 * @param cpuNanos of the process of ClickHouse, inserts and merges included
 */
record Spent(long queries, long rowsGiven, long rowsScanned, long cpuNanos) {

    Spent since(Spent before) {
        return new Spent(
                queries - before.queries,
                rowsGiven - before.rowsGiven,
                rowsScanned - before.rowsScanned,
                cpuNanos - before.cpuNanos);
    }
}
