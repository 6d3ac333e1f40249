package io.recount.cli.load;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is done of a file, over all runs.
 *
 * @param lines of any kind; the sum of the others
 * @param produced into the topic
 * @param empty blank ones, passed over
 * @param bad no messages by the model: dead letters
 * @param bytes of these lines, with their ends, expanded
 * @param fingerprint of these lines
 */
public record Loaded(long lines, long produced, long empty, long bad, long bytes, long fingerprint) {

    static final Loaded NOTHING = new Loaded(0, 0, 0, 0, 0, 0);

    private static final int VERSION = 2;
    /** Its fingerprint is with carriage returns; nothing else differs. */
    private static final int WITH_RETURNS = 1;

    private static final int NAME_CHARACTERS = 200;
    private static final Pattern NOTE = Pattern.compile(
            "([" + WITH_RETURNS + VERSION + "]) ([0-9a-f]{16}) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) (.*)",
            Pattern.DOTALL);

    /** For whoever goes on with the file; names it for people. */
    String note(String fileName) {
        String shown = fileName.length() <= NAME_CHARACTERS ? fileName : fileName.substring(0, NAME_CHARACTERS);
        return "%d %016x %d %d %d %d %s".formatted(VERSION, fingerprint, produced, empty, bad, bytes, shown);
    }

    /** What a note and the number of lines that was kept with it say; empty if another release wrote it. */
    static Optional<Reached> of(long lines, String note) {
        Matcher parts = NOTE.matcher(note);
        return parts.matches()
                ? Optional.of(new Reached(
                        new Loaded(
                                lines,
                                Long.parseLong(parts.group(3)),
                                Long.parseLong(parts.group(4)),
                                Long.parseLong(parts.group(5)),
                                Long.parseLong(parts.group(6)),
                                Long.parseUnsignedLong(parts.group(2), 16)),
                        Integer.parseInt(parts.group(1)) == WITH_RETURNS,
                        parts.group(7)))
                : Optional.empty();
    }

    /**
     * What is kept of a file.
     *
     * @param isWithReturns whether its fingerprint is one with carriage returns, by an earlier release
     * @param fileName how it was called when it was last loaded
     */
    record Reached(Loaded loaded, boolean isWithReturns, String fileName) {

        /** Whether the lines that were read of the content are the loaded ones. */
        boolean isOf(Content content) {
            return loaded.fingerprint() == (isWithReturns ? content.fingerprintWithReturns() : content.fingerprint());
        }
    }
}
