package io.recount.harness.expectation;

import java.util.List;

/**
 * A JSON value as it was written: numbers keep their text, objects keep keys that stand there twice. A tree that holds
 * less could not tell 1.50 from 1.5, nor an amount from one of two amounts.
 */
sealed interface Json {

    /** In the order of the message. */
    record Members(List<Member> members) implements Json {}

    /** One key of an object and its value. */
    record Member(String key, Json value) {}

    /** An array, of which nothing is ever read. */
    record Items() implements Json {}

    /** A text, unescaped. */
    record Text(String text) implements Json {}

    /**
     * A number.
     *
     * @param whole without a point and without an exponent
     */
    record Literal(String text, boolean whole) implements Json {}

    /** True or false. */
    record Flag(boolean value) implements Json {}

    /** JSON's null. */
    record Nothing() implements Json {}
}
