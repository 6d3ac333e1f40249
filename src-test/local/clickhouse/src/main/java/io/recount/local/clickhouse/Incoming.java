package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.recount.local.clickhouse.Statement.InlineInsert;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * A request's statement and, for an insert, the data behind it. ClickHouse reads the {@code query} parameter and the
 * body as one text; the data is not kept in memory.
 */
record Incoming(Statement statement, InputStream data) {

    /** The part of a text in which an INSERT must come to its data; ClickHouse's own limit is 256 KiB. */
    private static final int HEAD_BYTES = 1 << 20;

    private static final int LARGEST_STATEMENT_BYTES = 1 << 26;

    static Incoming read(String query, InputStream body) throws IOException {
        byte[] parameter = query.getBytes(UTF_8);
        if (Statement.recognise(parameter) instanceof InlineInsert insert) {
            // What follows the statement in the parameter is data too, unless it only ends the line.
            byte[] rest = Arrays.copyOfRange(parameter, insert.dataStart(), parameter.length);
            boolean lineEnd = new String(rest, UTF_8).replace(';', ' ').isBlank();
            return of(insert, lineEnd ? body : concat(rest, body));
        }
        InputStream text = parameter.length == 0 ? body : concat((query + "\n").getBytes(UTF_8), body);
        byte[] head = text.readNBytes(HEAD_BYTES);
        Statement statement = Statement.recognise(head);
        if (statement instanceof InlineInsert insert) {
            return of(insert, concat(Arrays.copyOfRange(head, insert.dataStart(), head.length), text));
        }
        return head.length < HEAD_BYTES
                ? new Incoming(statement, InputStream.nullInputStream())
                : new Incoming(Statement.recognise(readWhole(concat(head, text))), InputStream.nullInputStream());
    }

    /** No statement at all: ClickHouse answers such a request with a greeting. */
    boolean isEmpty() {
        return statement instanceof Statement.Plain plain && plain.text().isBlank();
    }

    /** Reads a text that has to be in memory as a whole. */
    static byte[] readWhole(InputStream text) throws IOException {
        byte[] whole = text.readNBytes(LARGEST_STATEMENT_BYTES + 1);
        if (whole.length > LARGEST_STATEMENT_BYTES) {
            throw EngineException.of(
                    EngineException.QUERY_IS_TOO_LARGE,
                    "QUERY_IS_TOO_LARGE",
                    "The statement is larger than " + LARGEST_STATEMENT_BYTES
                            + " bytes: send rows as the data of an INSERT");
        }
        return whole;
    }

    private static Incoming of(InlineInsert insert, InputStream data) {
        boolean values = insert.format().equalsIgnoreCase(Statement.VALUES);
        return new Incoming(insert, values ? new ValuesData(data) : data);
    }

    private static InputStream concat(byte[] first, InputStream second) {
        return new SequenceInputStream(new ByteArrayInputStream(first), second);
    }
}
