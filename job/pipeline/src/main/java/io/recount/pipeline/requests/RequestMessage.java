package io.recount.pipeline.requests;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A message to the running job: to compute cells again, or about an earlier message that asked for that. Whoever holds one
 * holds a valid one.
 */
public sealed interface RequestMessage extends Serializable {

    /** What the request is called; an order names the request that it is about. */
    String id();

    /**
     * Compute the cells again whose buckets begin in a range of time.
     *
     * @param registers whose cells; none for those of all
     * @param from the range's begin, itself in it
     * @param to the range's end, itself not in it
     * @param reason for people who wonder later
     * @param rate documents a second; 0 for what the job is configured with
     */
    record Ask(String id, List<String> registers, Instant from, Instant to, String reason, long rate)
            implements RequestMessage {

        /**
         * Checks.
         *
         * @throws InvalidRequestException if the job could not do that
         */
        public Ask {
            registers = List.copyOf(registers);
            RequestRules.checkId(id);
            RequestRules.checkRegisters(registers);
            RequestRules.checkRange(from, to);
            RequestRules.checkReason(reason);
            RequestRules.checkRate(rate);
        }
    }

    /** About an earlier request. */
    record Order(String id, Verb verb) implements RequestMessage {

        /**
         * Checks.
         *
         * @throws InvalidRequestException if no request can have such an id
         */
        public Order {
            RequestRules.checkId(id);
        }
    }

    /** What to do with an earlier request. */
    enum Verb {
        /** End it; what is computed stays. */
        CANCEL,
        /** Let it rest until it is resumed. */
        PAUSE,
        /** Go on with it. */
        RESUME;

        static Optional<Verb> of(String word) {
            return Stream.of(values())
                    .filter(verb -> verb.toString().equals(word))
                    .findFirst();
        }

        /** As it is written in a message. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads what {@link #toJson()} wrote, or what somebody wrote by hand.
     *
     * @param idIfAbsent what a message to compute again is called that has no id
     * @throws InvalidRequestException if it is none; a key that is not known or there twice is not passed over
     */
    static RequestMessage read(byte[] json, String idIfAbsent) {
        return RequestJson.read(json, idIfAbsent);
    }

    /**
     * As JSON, which {@link #read} reads.
     *
     * @throws InvalidRequestException if that is too long for a message
     */
    default byte[] toJson() {
        return RequestJson.write(this);
    }
}
