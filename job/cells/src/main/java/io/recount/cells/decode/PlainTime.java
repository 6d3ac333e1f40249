package io.recount.cells.decode;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Reads the form that nearly all times have, straight from characters: {@code 2026-10-12T09:41:07}, with up to nine digits
 * behind the second, and {@code Z} or an offset. All other forms and wrong times are {@link Digits#NOT_PLAIN}.
 */
final class PlainTime {

    private static final long MICROS = 1_000_000;
    private static final int SECONDS_PER_DAY = 86_400;

    private static final int MONTH = 5;
    private static final int DAY = 8;
    private static final int HOUR = 11;
    private static final int MINUTE = 14;
    private static final int SECOND = 17;
    private static final int BEHIND_SECOND = 19;

    private static final int OFFSET_LENGTH = 6;
    private static final int GREATEST_OFFSET_HOUR = 17;
    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final int ALWAYS_DAYS = 28;

    private PlainTime() {}

    /** Microseconds since 1970 UTC. */
    static long micros(char[] chars, int from, int length) {
        int end = from + length;
        if (length <= BEHIND_SECOND || !separated(chars, from)) {
            return Digits.NOT_PLAIN;
        }
        int century = two(chars, from);
        int ofCentury = two(chars, from + 2);
        int month = two(chars, from + MONTH);
        int day = two(chars, from + DAY);
        int hour = two(chars, from + HOUR);
        int minute = two(chars, from + MINUTE);
        int second = two(chars, from + SECOND);
        int year = century * 100 + ofCentury;
        if ((century | ofCentury | month | day | hour | minute | second) < 0
                || hour > 23
                || minute > 59
                || second > 59
                || !isDay(year, month, day)) {
            return Digits.NOT_PLAIN;
        }
        long seconds =
                LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY + (hour * 60L + minute) * 60 + second;

        int at = from + BEHIND_SECOND;
        long micros = 0;
        if (chars[at] == '.') {
            int first = ++at;
            for (; at < end && isDigit(chars[at]); at++) {
                micros = at - first < MICRO_DIGITS ? micros * 10 + (chars[at] - '0') : micros;
            }
            int digits = at - first;
            if (digits == 0 || digits > NANO_DIGITS) {
                return Digits.NOT_PLAIN;
            }
            for (; digits < MICRO_DIGITS; digits++) {
                micros *= 10;
            }
        }
        int offset = offsetMinutes(chars, at, end);
        return offset == Integer.MIN_VALUE ? Digits.NOT_PLAIN : (seconds - offset * 60L) * MICROS + micros;
    }

    private static boolean separated(char[] chars, int from) {
        return chars[from + MONTH - 1] == '-'
                && chars[from + DAY - 1] == '-'
                && chars[from + HOUR - 1] == 'T'
                && chars[from + MINUTE - 1] == ':'
                && chars[from + SECOND - 1] == ':';
    }

    private static boolean isDay(int year, int month, int day) {
        return month >= 1
                && month <= 12
                && day >= 1
                && (day <= ALWAYS_DAYS || day <= YearMonth.of(year, month).lengthOfMonth());
    }

    /** {@code Z} or such as {@code +03:00}, to the end; the least int if it is neither. */
    private static int offsetMinutes(char[] chars, int at, int end) {
        if (end - at == 1 && chars[at] == 'Z') {
            return 0;
        }
        if (end - at != OFFSET_LENGTH || chars[at + 3] != ':' || (chars[at] != '+' && chars[at] != '-')) {
            return Integer.MIN_VALUE;
        }
        int hours = two(chars, at + 1);
        int minutes = two(chars, at + 4);
        if (hours < 0 || hours > GREATEST_OFFSET_HOUR || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        int offset = hours * 60 + minutes;
        return chars[at] == '-' ? -offset : offset;
    }

    /** Two digits, below zero if they are none. */
    private static int two(char[] chars, int at) {
        return isDigit(chars[at]) && isDigit(chars[at + 1]) ? (chars[at] - '0') * 10 + chars[at + 1] - '0' : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
