package io.recount.cli.invalidate;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/** Names of requests, such as {@code 20261130-131502-x7q2}: later ones sort behind earlier ones, and no two are alike. */
public final class RequestId {

    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-").withZone(ZoneOffset.UTC);

    /** Without those that are read for one another. */
    private static final String LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

    private static final int CHOSEN = 4;

    private RequestId() {}

    /** A new one. */
    public static String mint(Clock clock, RandomGenerator random) {
        StringBuilder id = new StringBuilder(SECOND.format(clock.instant()));
        for (int i = 0; i < CHOSEN; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}
