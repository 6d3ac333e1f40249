package io.recount.harness.histories;

/** One delivery of a history. */
public record Step(Written message, int partition) {}
