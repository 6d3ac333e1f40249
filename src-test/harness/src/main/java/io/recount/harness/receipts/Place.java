package io.recount.harness.receipts;

import java.time.OffsetDateTime;

/**
 * Which receipt it is, and where it belongs.
 *
 * @param printedAt with the offset of the store's time zone at that time
 */
record Place(String register, String drive, long number, long shift, OffsetDateTime printedAt) {

    Place withShift(long value) {
        return new Place(register, drive, number, value, printedAt);
    }

    Place withPrintedAt(OffsetDateTime value) {
        return new Place(register, drive, number, shift, value);
    }
}
