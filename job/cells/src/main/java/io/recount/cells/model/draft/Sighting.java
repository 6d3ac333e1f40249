package io.recount.cells.model.draft;

import java.util.regex.Pattern;

/**
 * What stood at a path in one message.
 *
 * @param text of a scalar as it stands in the message, empty for others
 */
record Sighting(Form form, String text) {

    /** What JSON calls it. Null is no form: it stands for nothing. */
    enum Form {
        OBJECT,
        LIST,
        TEXT,
        NUMBER,
        FLAG
    }

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?");
    private static final Pattern FRACTION = Pattern.compile("-?[0-9]{1,18}\\.[0-9]{1,18}");

    boolean isText() {
        return form == Form.TEXT;
    }

    boolean isFlag() {
        return form == Form.FLAG;
    }

    boolean isScalar() {
        return form != Form.OBJECT && form != Form.LIST;
    }

    boolean isWholeNumber() {
        return form == Form.NUMBER && WHOLE.matcher(text).matches();
    }

    /** A number, or a text that can't be meant as anything else: it has a point. */
    boolean isAmount() {
        return form == Form.NUMBER
                ? DECIMAL.matcher(text).matches()
                : isText() && FRACTION.matcher(text).matches();
    }

    /** A number or its decimal text. */
    boolean isDecimal() {
        return (form == Form.NUMBER || isText()) && DECIMAL.matcher(text).matches();
    }

    boolean isNegative() {
        return text.startsWith("-");
    }

    /** Digits after the point. */
    int scale() {
        int point = text.indexOf('.');
        return point < 0 ? 0 : text.length() - point - 1;
    }
}
