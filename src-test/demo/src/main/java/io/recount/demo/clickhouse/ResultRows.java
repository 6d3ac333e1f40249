package io.recount.demo.clickhouse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an answer while they arrive; only one is held. An answer that breaks off, as when the server fails in the
 * middle of it, is a {@link QueryFailure}, never a short result.
 */
public final class ResultRows implements Iterator<ResultRow>, AutoCloseable {

    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser parser;
    private final List<String> names;
    private final List<String> types;
    private @Nullable ResultRow ahead;

    private ResultRows(JsonParser parser) throws IOException {
        this.parser = parser;
        this.names = texts();
        this.types = texts();
        this.ahead = read();
    }

    /** Takes an answer of the format {@code JSONCompactEachRowWithNamesAndTypes}. */
    static ResultRows of(InputStream answer) {
        try {
            return new ResultRows(JSON.createParser(answer));
        } catch (IOException e) {
            throw brokenOff(e);
        }
    }

    public List<String> names() {
        return names;
    }

    /** ClickHouse's names of the columns' types. */
    public List<String> types() {
        return types;
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    @Override
    public ResultRow next() {
        ResultRow current = ahead;
        if (current == null) {
            throw new NoSuchElementException("No more rows; ask hasNext() first");
        }
        try {
            ahead = read();
        } catch (IOException e) {
            throw brokenOff(e);
        }
        return current;
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw brokenOff(e);
        }
    }

    private List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        expect(parser.nextToken() == JsonToken.START_ARRAY);
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(parser.getText());
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY);
        return List.copyOf(texts);
    }

    private @Nullable ResultRow read() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            return null;
        }
        expect(token == JsonToken.START_ARRAY);
        @Nullable Object[] values = new @Nullable Object[names.size()];
        for (int column = 0; column < values.length; column++) {
            values[column] = value(parser.nextToken());
        }
        expect(parser.nextToken() == JsonToken.END_ARRAY);
        return new ResultRow(values);
    }

    private @Nullable Object value(@Nullable JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.START_ARRAY) {
            return numbers();
        }
        expect(token != null && token.isScalarValue());
        // Reports are mostly zeros: no string of its own for each of them.
        return parser.getTextLength() == 1 && parser.getTextCharacters()[parser.getTextOffset()] == '0'
                ? "0"
                : parser.getText();
    }

    private long[] numbers() throws IOException {
        long[] numbers = new long[16];
        int size = 0;
        while (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = parser.getLongValue();
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY);
        return Arrays.copyOf(numbers, size);
    }

    private void expect(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("unexpected " + parser.currentToken() + " at line "
                    + parser.currentLocation().getLineNr());
        }
    }

    private static QueryFailure brokenOff(IOException e) {
        return new QueryFailure("An answer of ClickHouse broke off or is no table: " + e.getMessage(), e);
    }
}
