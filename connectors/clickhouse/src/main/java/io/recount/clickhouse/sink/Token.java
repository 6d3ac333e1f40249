package io.recount.clickhouse.sink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The name under which the server remembers a block.
 *
 * <p>Checkpoint and place alone would not do: a job that goes back to an old checkpoint numbers the next ones again, with
 * other rows in them, and the server would drop those. Hence the timeline and the rows' own hash.
 */
final class Token {

    private Token() {}

    static String of(long timeline, long checkpoint, Block block) {
        byte[] table = block.table().getBytes(StandardCharsets.UTF_8);
        MessageDigest digest = BlockEncoder.sha256();
        digest.update(table);
        digest.update(ByteBuffer.allocate(2 * Long.BYTES + 2 * Integer.BYTES)
                .putLong(timeline)
                .putLong(checkpoint)
                .putInt(block.partition())
                .putInt(block.ordinal())
                .flip());
        digest.update(block.digest());
        return HexFormat.of().formatHex(digest.digest());
    }
}
