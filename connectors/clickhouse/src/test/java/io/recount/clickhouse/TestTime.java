package io.recount.clickhouse;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock that only pauses move. */
public final class TestTime extends Clock {

    private static final Instant START = Instant.parse("2024-05-01T00:00:00Z");

    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = START;

    public void pause(Duration length) {
        pauses.add(length);
        now = now.plus(length);
    }

    List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    public Duration waited() {
        return Duration.between(START, now);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
