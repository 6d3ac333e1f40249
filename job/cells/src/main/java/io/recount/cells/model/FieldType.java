package io.recount.cells.model;

import java.io.Serializable;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The types a field may have. All but the texts and {@link TextMap} are held as 64-bit integers. */
public sealed interface FieldType extends Serializable {

    /** As it is written in a model file, such as {@code money(2)}. */
    String notation();

    /** Types that hold one value. */
    sealed interface Scalar extends FieldType {}

    /**
     * UTF-8 text.
     *
     * @param maxBytes longer values make a document bad
     */
    record Text(int maxBytes) implements Scalar {
        @Override
        public String notation() {
            return "text";
        }
    }

    /** One of a closed set; held as the value's id. Any other value makes a document bad. */
    record EnumOf(Enumeration values) implements Scalar {
        @Override
        public String notation() {
            return "enum(" + values.name() + ")";
        }
    }

    /** 0 to 2^63 - 1, a JSON number or its decimal text. */
    record Uint() implements Scalar {
        @Override
        public String notation() {
            return "uint";
        }
    }

    /** -2^63 to 2^63 - 1, a JSON number or its decimal text. */
    record Int() implements Scalar {
        @Override
        public String notation() {
            return "int";
        }
    }

    /** JSON true or false; held as 1 or 0. */
    record Bool() implements Scalar {
        @Override
        public String notation() {
            return "bool";
        }
    }

    /**
     * An amount, from decimal text or a JSON number's text, never through binary floating point.
     *
     * @param scale digits after the point, 0 to 6; held in minor units (10^-scale)
     */
    record Money(int scale) implements Scalar {
        @Override
        public String notation() {
            return "money(" + scale + ")";
        }
    }

    /**
     * A point in time; held in microseconds since 1970 UTC.
     *
     * @param zone of the form {@link InstantForm#LOCAL}, else null
     */
    record InstantOf(InstantForm form, @Nullable ZoneId zone) implements Scalar {

        public InstantOf {
            if ((form == InstantForm.LOCAL) != (zone != null)) {
                throw new IllegalArgumentException("a zone belongs to local times, and only to them");
            }
        }

        @Override
        public String notation() {
            return "instant(" + form.notation() + (zone == null ? "" : ", " + zone) + ")";
        }
    }

    /** An object with enumerated keys: one value a key. An unknown key makes a document bad: it may be money. */
    record EnumMap(Enumeration keys, Scalar values) implements FieldType {
        @Override
        public String notation() {
            return "map(" + keys.name() + ", " + values.notation() + ")";
        }
    }

    /**
     * An object with any keys and text values.
     *
     * @param maxBytes limit of a key and of a value
     */
    record TextMap(int maxBytes) implements FieldType {
        @Override
        public String notation() {
            return "map(text)";
        }
    }
}
