package io.recount.harness.meters;

/** What is wrong with the content of a bad version. */
enum Defect {
    NEGATIVE_ENERGY,
    FRACTION_OF_ENERGY,
    MISSING_ENERGY,
    UNKNOWN_TARIFF,
    MISSING_QUALITY,
    DIRECTION_IS_NUMBER,
    UNKNOWN_PHASE,
    VOLTAGE_IS_ARRAY,
    DECIMAL_COMMA,
    COST_IS_BOOLEAN,
    TEMPERATURE_IS_WORD,
    OUTAGES_BEYOND_64_BITS,
    /** Short enough in characters, too long in bytes. */
    LONG_REASON,
    TAG_IS_NUMBER,
    WITHDRAWN_IS_TEXT
}
