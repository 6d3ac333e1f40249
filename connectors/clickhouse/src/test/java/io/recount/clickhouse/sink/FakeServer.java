package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Failing;
import io.recount.clickhouse.ServerError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes blocks, and refuses as many as it is told to. */
final class FakeServer implements Inserts {

    record Insert(String table, int bytes, @Nullable String token) {}

    private final List<Insert> inserts = new ArrayList<>();
    private int refusals;
    private int refusalsOfEach;
    private ServerError refusal = ServerError.MEMORY_LIMIT_EXCEEDED;

    void refuse(int times, ServerError error) {
        refusals = times;
        refusal = error;
    }

    /** Refuses every block that often before it takes it. */
    void refuseEach(int times, ServerError error) {
        refusalsOfEach = times;
        refuse(times, error);
    }

    @Override
    public void insert(String table, byte[] block, @Nullable String token) throws ClickHouseFailure {
        if (refusals > 0) {
            refusals--;
            throw Failing.answered(refusal);
        }
        refusals = refusalsOfEach;
        inserts.add(new Insert(table, block.length, token));
    }

    List<Insert> inserts() {
        return List.copyOf(inserts);
    }

    List<String> tables() {
        return inserts.stream().map(Insert::table).toList();
    }
}
