package io.recount.harness.receipts;

/** A line of a receipt; nobody aggregates it, it counts towards size only. */
record Line(String name, int quantity, long priceMinor) {

    long sumMinor() {
        return quantity * priceMinor;
    }
}
