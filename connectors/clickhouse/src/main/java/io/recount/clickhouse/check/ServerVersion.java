package io.recount.clickhouse.check;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of ClickHouse: year and month, more or less. */
record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");

    /** Nothing if the text is none; builds of one's own call themselves what they like. */
    static Optional<ServerVersion> of(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new ServerVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(ServerVersion other) {
        return Comparator.comparingInt(ServerVersion::major)
                .thenComparingInt(ServerVersion::minor)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
