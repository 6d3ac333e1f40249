package io.recount.cells;

/**
 * Why a message is bad or rejected.
 *
 * @param reason a code to count and group by
 * @param sentence for people: what is wrong and with which field; holds no content of the message
 */
public record Problem(Reason reason, String sentence) {

    /** The closed set of reasons. */
    public enum Reason {
        /** No JSON, more than one value, broken UTF-8, too deep, truncated. */
        NOT_JSON(1),
        /** A JSON value that is no object. */
        NOT_AN_OBJECT(2),
        /** No content at all. */
        EMPTY(3),
        /** A field is absent or null that must be there. */
        MISSING(4),
        /** A field has another JSON type than the model says. */
        WRONG_TYPE(5),
        /** Text that is no number or no amount of the field's form. */
        NOT_A_NUMBER(6),
        /** A number outside the field's range. */
        OUT_OF_RANGE(7),
        /** Text that is no time of the field's form. */
        NOT_A_TIME(8),
        /** A value or key outside its enumeration. */
        UNKNOWN_VALUE(9),
        /** Longer than the field's limit. */
        TOO_LONG(10),
        /** Empty or blank where a name must be. */
        BLANK(11),
        /** One key twice: it is not known which value is meant. */
        REPEATED(12),
        /** Text that is no Unicode: half of a surrogate pair. */
        NOT_TEXT(13),
        /** A message beyond the size limit; it was not parsed. */
        TOO_LARGE(14);

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        /** What state holds; never changes. */
        int code() {
            return code;
        }

        static Reason ofCode(int code) {
            for (Reason reason : values()) {
                if (reason.code == code) {
                    return reason;
                }
            }
            throw new IllegalArgumentException("no reason has the code " + code);
        }
    }
}
