package io.recount.harness.histories;

import java.time.Instant;

/** A delivery and when it comes. */
public record Sent(Instant at, Step step) {}
