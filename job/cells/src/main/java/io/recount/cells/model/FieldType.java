package io.recount.cells.model;

import java.io.Serializable;

/** The types a field may have. All but the texts and {@link TextMap} are held as 64-bit integers. */
public sealed interface FieldType extends Serializable {

    /** Types that hold one value. */
    sealed interface Scalar extends FieldType {}

    /**
     * UTF-8 text.
     *
     * @param maxBytes longer values make a document bad
     */
    record Text(int maxBytes) implements Scalar {}

    /** One of a closed set; held as the value's id. Any other value makes a document bad. */
    record EnumOf(Enumeration values) implements Scalar {}

    /** 0 to 2^63 - 1, a JSON number or its decimal text. */
    record Uint() implements Scalar {}

    /** -2^63 to 2^63 - 1, a JSON number or its decimal text. */
    record Int() implements Scalar {}

    /** JSON true or false; held as 1 or 0. */
    record Bool() implements Scalar {}

    /**
     * An amount, from decimal text or a JSON number's text, never through binary floating point.
     *
     * @param scale digits after the point, 0 to 6; held in minor units (10^-scale)
     */
    record Money(int scale) implements Scalar {}

    /** A point in time; held in microseconds since 1970 UTC. */
    record InstantOf(InstantForm form) implements Scalar {}

    /** An object with enumerated keys: one value a key. An unknown key makes a document bad: it may be money. */
    record EnumMap(Enumeration keys, Scalar values) implements FieldType {}

    /**
     * An object with any keys and text values.
     *
     * @param maxBytes limit of a key and of a value
     */
    record TextMap(int maxBytes) implements FieldType {}
}
