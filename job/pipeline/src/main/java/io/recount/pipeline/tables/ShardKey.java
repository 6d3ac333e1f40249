package io.recount.pipeline.tables;

import io.recount.cells.decode.MessageHash;
import java.nio.charset.StandardCharsets;

/**
 * What decides the shard of a register's rows, of all tables alike: {@code sql/sharding_key.sql}, in Java. A register is on
 * one shard, so whatever is asked about it is asked of that one.
 */
public final class ShardKey {

    private ShardKey() {}

    /** {@code xxHash64} of the register's UTF-8; unsigned. */
    public static long hash(String register) {
        return MessageHash.of(register.getBytes(StandardCharsets.UTF_8));
    }
}
