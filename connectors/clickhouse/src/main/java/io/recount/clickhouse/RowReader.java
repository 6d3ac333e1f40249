package io.recount.clickhouse;

import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.clickhouse.client.api.query.QueryResponse;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one answer, read as they come. Columns are asked for by position, from 1. Not safe for several threads.
 *
 * <p>The server sends nothing before it has the whole answer, so an error never comes after the first row.
 */
public final class RowReader implements AutoCloseable {

    private final QueryResponse response;
    private final ClickHouseBinaryFormatReader reader;
    private final URI endpoint;

    /** {@code endpoint} is what failures name. */
    RowReader(QueryResponse response, ClickHouseBinaryFormatReader reader, URI endpoint) {
        this.endpoint = endpoint;
        this.response = response;
        this.reader = reader;
    }

    /** Goes to the next row; false if there is none. */
    public boolean next() throws ClickHouseFailure {
        try {
            return reader.next() != null;
        } catch (RuntimeException e) {
            throw ClickHouseClient.failure(e).at(endpoint);
        }
    }

    public long number(int column) {
        return reader.getLong(column);
    }

    public String text(int column) {
        return reader.getString(column);
    }

    /** Null where there is no value. */
    public @Nullable String textOrNull(int column) {
        return reader.getString(column);
    }

    @Override
    public void close() throws ClickHouseFailure {
        try {
            response.close();
        } catch (Exception e) {
            throw ClickHouseClient.failure(e).at(endpoint);
        }
    }
}
