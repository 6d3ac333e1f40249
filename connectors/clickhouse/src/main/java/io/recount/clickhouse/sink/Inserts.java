package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import org.jspecify.annotations.Nullable;

/** Where blocks go: {@link ClickHouseClient#insert} and nothing else of the server. */
@FunctionalInterface
interface Inserts extends AutoCloseable {

    void insert(String table, byte[] block, @Nullable String token) throws ClickHouseFailure, InterruptedException;

    @Override
    default void close() {}

    /** Into a server, through a client that is closed with it. */
    static Inserts into(ClickHouseClient client) {
        return new Inserts() {
            @Override
            public void insert(String table, byte[] block, @Nullable String token)
                    throws ClickHouseFailure, InterruptedException {
                client.insert(table, block, token);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
