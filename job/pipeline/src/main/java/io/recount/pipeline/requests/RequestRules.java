package io.recount.pipeline.requests;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/** What values of a request have to be. Every check names the key that it is about. */
final class RequestRules {

    private static final int GREATEST_MESSAGE_BYTES = 1 << 20;

    private static final int MOST_REGISTERS = 10_000;
    private static final int LONGEST_REASON = 1_000;
    private static final long GREATEST_RATE = 10_000_000;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,100}");

    /** What ids of requests of the job itself begin with. */
    private static final List<String> OWN = List.of("fill-", "frozen-", "gaps-", "sweep-");

    /** The range of ClickHouse's {@code DateTime}, in which buckets are. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.ofEpochSecond(0xFFFF_FFFFL);

    private RequestRules() {}

    static void checkSize(int bytes) {
        if (bytes > GREATEST_MESSAGE_BYTES) {
            throw new InvalidRequestException("the message has " + bytes + " bytes. Write up to "
                    + GREATEST_MESSAGE_BYTES + ": several requests with fewer registers each");
        }
    }

    static void checkId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new InvalidRequestException("id: " + new Excerpt(id)
                    + " is none. Write 1 to 100 letters, digits, dots, underscores, colons and dashes");
        }
    }

    /** Whether the job itself may ask under that id. */
    static boolean isOwnId(String id) {
        return OWN.stream().anyMatch(id::startsWith);
    }

    /** Whether everybody may ask under that id. */
    static boolean isIdOfSomebody(String id) {
        return ID.matcher(id).matches() && !isOwnId(id);
    }

    /** The job asks once for each id of its own: whoever has taken it would keep the job from asking. */
    static void checkIdOfSomebody(String id) {
        checkId(id);
        if (isOwnId(id)) {
            throw new InvalidRequestException("id: " + new Excerpt(id) + " is one of the job's own, which begin with "
                    + String.join(", ", OWN) + ". Write another one");
        }
    }

    static void checkRegisters(List<String> registers) {
        if (registers.size() > MOST_REGISTERS) {
            throw new InvalidRequestException("registers: there are " + registers.size() + " of them. Name up to "
                    + MOST_REGISTERS + " in one request, or leave registers out for all");
        }
        for (int i = 0; i < registers.size(); i++) {
            if (registers.get(i).isBlank()) {
                throw new InvalidRequestException("registers[" + i + "]: is blank. Write a register's name");
            }
        }
    }

    static void checkRange(Instant from, Instant to) {
        checkTime("from", from);
        checkTime("to", to);
        if (!from.isBefore(to)) {
            throw new InvalidRequestException("to: " + to + " is not after from, " + from
                    + ". The range begins at from and ends before to: write a later to");
        }
    }

    private static void checkTime(String key, Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new InvalidRequestException(
                    key + ": " + time + " is no time of a cell. Write one from " + EARLIEST + " to " + LATEST);
        }
    }

    static void checkReason(String reason) {
        if (reason.isBlank()) {
            throw new InvalidRequestException("reason: is blank. Write why it is to be computed again");
        }
        if (reason.length() > LONGEST_REASON) {
            throw new InvalidRequestException("reason: has " + reason.length() + " characters. Write up to "
                    + LONGEST_REASON + ", such as the name of a ticket");
        }
    }

    /** 0 stands for a rate that is not there. */
    static void checkRate(long rate) {
        if (rate < 0 || rate > GREATEST_RATE) {
            throw wrongRate(String.valueOf(rate));
        }
    }

    static InvalidRequestException wrongRate(String rate) {
        return new InvalidRequestException("rate: " + rate + " is none. Write documents a second, 1 to " + GREATEST_RATE
                + ", or leave it out for what the job is configured with");
    }
}
