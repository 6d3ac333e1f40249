package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.data.ClickHouseCityHash;
import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockFramesTest {

    private static final byte[] TEXT = "rows\n\nand rows".getBytes(UTF_8);

    @Test
    void whatIsEncodedIsDecoded() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int size : new int[] {0, 1, 1 << 20, (1 << 20) + 1, 3_456_789}) {
            byte[] data = new byte[size];
            random.nextBytes(data);
            Arrays.fill(data, 0, size / 2, (byte) '\n');
            assertThat(decode(encode(data))).as("seed %d, size %d", seed, size).isEqualTo(data);
        }
    }

    @Test
    void packedAndUnpackedBlocksMayFollowEachOther() throws IOException {
        byte[] zstd = Zstd.compress(TEXT);
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        blocks.write(block(BlockFrames.NONE, TEXT, TEXT.length));
        blocks.write(block(BlockFrames.ZSTD, zstd, TEXT.length));
        blocks.write(encode(TEXT));
        assertThat(new String(decode(blocks.toByteArray()), UTF_8)).isEqualTo(new String(TEXT, UTF_8).repeat(3));
    }

    @Test
    void damagedBlockIsRefused() throws IOException {
        byte[] good = encode(TEXT);
        for (int position = 0; position < good.length; position++) {
            byte[] damaged = good.clone();
            damaged[position] ^= 1;
            assertThatThrownBy(() -> decode(damaged))
                    .as("position %d", position)
                    .isInstanceOfAny(EngineException.class, EOFException.class);
        }
    }

    @Test
    void cutOffBlockIsRefused() throws IOException {
        byte[] good = encode(TEXT);
        for (int length = 1; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> decode(cut)).as("length %d", length).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void failuresHaveClickHousesCodes() {
        assertCode(block((byte) 0x55, TEXT, TEXT.length), 89);
        assertCode(block(BlockFrames.LZ4, TEXT, TEXT.length), 271);
        assertCode(block(BlockFrames.NONE, TEXT, TEXT.length - 1), 271);
        byte[] wrongChecksum = block(BlockFrames.NONE, TEXT, TEXT.length);
        wrongChecksum[0] ^= 1;
        assertCode(wrongChecksum, 40);
        assertCode("SELECT 1, which is no compressed block".getBytes(UTF_8), 271);
    }

    private static void assertCode(byte[] blocks, int code) {
        assertThatThrownBy(() -> decode(blocks))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static byte[] encode(byte[] data) throws IOException {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (OutputStream out = BlockFrames.encode(encoded)) {
            out.write(data);
        }
        return encoded.toByteArray();
    }

    private static byte[] decode(byte[] blocks) throws IOException {
        return BlockFrames.decode(new ByteArrayInputStream(blocks)).readAllBytes();
    }

    /** A block put together here, with the right checksum. */
    @SuppressWarnings("deprecation")
    private static byte[] block(byte method, byte[] packed, int unpackedSize) {
        byte[] block = ByteBuffer.allocate(9 + packed.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(method)
                .putInt(9 + packed.length)
                .putInt(unpackedSize)
                .put(packed)
                .array();
        long[] hash = ClickHouseCityHash.cityHash128(block, 0, block.length);
        return ByteBuffer.allocate(16 + block.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(hash[0])
                .putLong(hash[1])
                .put(block)
                .array();
    }
}
