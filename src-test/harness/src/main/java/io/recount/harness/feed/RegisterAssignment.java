package io.recount.harness.feed;

/**
 * A row of the registers table: which store a register stands in.
 *
 * @param timeZone of the store, an IANA name
 */
public record RegisterAssignment(String register, String store, String timeZone) {}
