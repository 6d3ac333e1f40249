package io.recount.harness.receipts;

/** What is wrong with the content of a bad version. */
enum Defect {
    DECIMAL_COMMA,
    EMPTY_TOTAL,
    BLANK_TOTAL,
    PLUS_SIGN,
    TOTAL_IS_BOOLEAN,
    MISSING_TOTAL,
    UNKNOWN_TYPE,
    MISSING_TYPE,
    UNKNOWN_PAYMENT,
    UNKNOWN_VAT_RATE,
    VAT_IS_ARRAY,
    NEGATIVE_ITEMS,
    ITEMS_ARE_OBJECT,
    /** Short enough in characters, too long in bytes. */
    LONG_CASHIER,
    CUSTOM_IS_NUMBER
}
