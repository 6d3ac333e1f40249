package io.recount.clickhouse.sink;

import io.recount.clickhouse.Column;
import io.recount.clickhouse.RowWriter;
import java.util.List;
import java.util.stream.Collectors;

/** A column of every type that rows may hold, a row with something in each, a row with nothing, and how the server shows them. */
final class EveryType {

    static final List<Column> COLUMNS = List.of(
            new Column("i8", "Int8"),
            new Column("i16", "Int16"),
            new Column("i32", "Int32"),
            new Column("i64", "Int64"),
            new Column("u8", "UInt8"),
            new Column("u16", "UInt16"),
            new Column("u32", "UInt32"),
            new Column("u64", "UInt64"),
            new Column("f64", "Float64"),
            new Column("yes", "Bool"),
            new Column("s", "String"),
            new Column("fs", "FixedString(3)"),
            new Column("d", "Date"),
            new Column("dt", "DateTime('UTC')"),
            new Column("dt64", "DateTime64(3, 'UTC')"),
            new Column("e8", "Enum8('a' = -1, 'b,)' = 2)"),
            new Column("e16", "Enum16('x' = 1000)"),
            new Column("lc", "LowCardinality(String)"),
            new Column("lcn", "LowCardinality(Nullable(String))"),
            new Column("n64", "Nullable(Int64)"),
            new Column("ns", "Nullable(String)"),
            new Column("a16", "Array(UInt16)"),
            new Column("alc", "Array(LowCardinality(String))"),
            new Column("aa", "Array(Array(Nullable(Int32)))"),
            new Column("m", "Map(LowCardinality(String), UInt64)"),
            new Column("ma", "Map(String, Array(String))"));

    static final String FULL_SHOWN =
            "-8\t-16\t-32\t-64\t200\t60000\t4000000000\t18446744073709551615\t1.5\ttrue\ta\\n\\nb\txyz\t2024-05-01\t"
                    + "2024-05-01 09:00:00\t2024-05-01 09:00:00.123\tb,)\tx\tlow\tmaybe\t-5\t\t[1,2,3]\t['p','q']\t"
                    + "[[NULL],[7,NULL]]\t{'k':1,'l':2}\t{'k':['v','w']}";

    static final String EMPTY_SHOWN = "0\t0\t0\t0\t0\t0\t0\t0\t0\tfalse\t\t\\0\\0\\0\t1970-01-01\t1970-01-01 00:00:00\t"
            + "1970-01-01 00:00:00.000\ta\tx\t\t\\N\t\\N\t\\N\t[]\t[]\t[]\t{}\t{}";

    private EveryType() {}

    static String declarations() {
        return COLUMNS.stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(", "));
    }

    static byte[] full() {
        return new RowWriter()
                .int8(-8)
                .int16(-16)
                .int32(-32)
                .int64(-64)
                .uint8(200)
                .uint16(60_000)
                .uint32(4_000_000_000L)
                .uint64(-1)
                .float64(1.5)
                .uint8(1)
                .string("a\n\nb")
                .bytes(new byte[] {'x', 'y', 'z'})
                .date(19_844)
                .dateTime(1_714_554_000)
                .dateTime64(1_714_554_000_123L)
                .int8(2)
                .int16(1000)
                .string("low")
                .present()
                .string("maybe")
                .present()
                .int64(-5)
                .present()
                .string("")
                .size(3)
                .uint16(1)
                .uint16(2)
                .uint16(3)
                .size(2)
                .string("p")
                .string("q")
                .size(2)
                .size(1)
                .nullValue()
                .size(2)
                .present()
                .int32(7)
                .nullValue()
                .size(2)
                .string("k")
                .uint64(1)
                .string("l")
                .uint64(2)
                .size(1)
                .string("k")
                .size(2)
                .string("v")
                .string("w")
                .toRow();
    }

    static byte[] empty() {
        return new RowWriter()
                .int8(0)
                .int16(0)
                .int32(0)
                .int64(0)
                .uint8(0)
                .uint16(0)
                .uint32(0)
                .uint64(0)
                .float64(0)
                .uint8(0)
                .string("")
                .bytes(new byte[3])
                .date(0)
                .dateTime(0)
                .dateTime64(0)
                .int8(-1)
                .int16(1000)
                .string("")
                .nullValue()
                .nullValue()
                .nullValue()
                .size(0)
                .size(0)
                .size(0)
                .size(0)
                .size(0)
                .toRow();
    }
}
