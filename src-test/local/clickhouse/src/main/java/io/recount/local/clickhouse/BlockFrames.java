package io.recount.local.clickhouse;

import com.clickhouse.data.ClickHouseCityHash;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * ClickHouse's compressed blocks, spoken with {@code compress=1} and {@code decompress=1}. A block is a CityHash128 of
 * all that follows (16 bytes), a method (1), the size with this header of 9 (4), the size unpacked (4), and the packed
 * bytes. A block that fails its checksum or its sizes is refused.
 */
final class BlockFrames {

    static final byte NONE = 0x02;
    static final byte LZ4 = (byte) 0x82;
    static final byte ZSTD = (byte) 0x90;

    private static final int CHECKSUM_BYTES = 16;
    private static final int HEADER_BYTES = 9;
    private static final int WRITTEN_BLOCK_BYTES = 1 << 20;
    /** Clients send blocks of about 1 MiB; a damaged length must not take all memory. */
    private static final int LARGEST_BLOCK_BYTES = 1 << 28;

    private BlockFrames() {}

    static InputStream decode(InputStream in) {
        return new Decoder(in);
    }

    static OutputStream encode(OutputStream out) {
        return new Encoder(out);
    }

    /** The hash is an old variant of CityHash that only ClickHouse's own class computes; that class has no successor. */
    @SuppressWarnings("deprecation")
    private static byte[] checksum(byte[] block, int length) {
        long[] hash = ClickHouseCityHash.cityHash128(block, 0, length);
        return ByteBuffer.allocate(CHECKSUM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(hash[0])
                .putLong(hash[1])
                .array();
    }

    private static final class Decoder extends InputStream {

        private final InputStream in;
        private byte[] block = new byte[0];
        private int position;

        Decoder(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            while (position == block.length) {
                if (!nextBlock()) {
                    return -1;
                }
            }
            int count = Math.min(length, block.length - position);
            System.arraycopy(block, position, target, offset, count);
            position += count;
            return count;
        }

        private boolean nextBlock() throws IOException {
            byte[] checksum = in.readNBytes(CHECKSUM_BYTES);
            if (checksum.length == 0) {
                return false;
            }
            byte[] header = in.readNBytes(HEADER_BYTES);
            if (checksum.length < CHECKSUM_BYTES || header.length < HEADER_BYTES) {
                throw new EOFException("The request ended inside the header of a compressed block");
            }
            ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
            int packedSize = fields.getInt(1);
            int unpackedSize = fields.getInt(5);
            if (packedSize < HEADER_BYTES
                    || packedSize > LARGEST_BLOCK_BYTES
                    || unpackedSize < 0
                    || unpackedSize > LARGEST_BLOCK_BYTES) {
                throw corrupt("its sizes are impossible; was the body compressed, as decompress=1 says?");
            }
            byte[] packed = Arrays.copyOf(header, packedSize);
            if (in.readNBytes(packed, HEADER_BYTES, packedSize - HEADER_BYTES) < packedSize - HEADER_BYTES) {
                throw new EOFException("The request ended inside a compressed block");
            }
            if (!Arrays.equals(checksum, checksum(packed, packedSize))) {
                throw EngineException.of(
                        EngineException.CHECKSUM_DOESNT_MATCH,
                        "CHECKSUM_DOESNT_MATCH",
                        "Checksum doesn't match: corrupted data in a compressed block of the request");
            }
            block = unpack(packed, unpackedSize);
            position = 0;
            return true;
        }

        private static byte[] unpack(byte[] packed, int unpackedSize) {
            byte[] unpacked = new byte[unpackedSize];
            int packedLength = packed.length - HEADER_BYTES;
            try {
                switch (packed[0]) {
                    case LZ4 -> {
                        int count = LZ4Factory.fastestInstance()
                                .safeDecompressor()
                                .decompress(packed, HEADER_BYTES, packedLength, unpacked, 0, unpackedSize);
                        if (count != unpackedSize) {
                            throw corrupt("it unpacks to " + count + " bytes, not " + unpackedSize);
                        }
                    }
                    case ZSTD ->
                        Zstd.decompressByteArray(unpacked, 0, unpackedSize, packed, HEADER_BYTES, packedLength);
                    case NONE -> System.arraycopy(packed, HEADER_BYTES, unpacked, 0, packedLength);
                    default ->
                        throw EngineException.of(
                                EngineException.UNKNOWN_COMPRESSION_METHOD,
                                "UNKNOWN_COMPRESSION_METHOD",
                                "Unknown compression method " + (packed[0] & 0xff)
                                        + " of a block: send LZ4, ZSTD or NONE");
                }
            } catch (LZ4Exception | ZstdException | IndexOutOfBoundsException e) {
                throw corrupt(String.valueOf(e.getMessage()));
            }
            return unpacked;
        }

        private static EngineException corrupt(String why) {
            return EngineException.of(
                    EngineException.CANNOT_DECOMPRESS,
                    "CANNOT_DECOMPRESS",
                    "A compressed block of the request can't be unpacked: " + why);
        }
    }

    private static final class Encoder extends FilterOutputStream {

        private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        private final byte[] block = new byte[WRITTEN_BLOCK_BYTES];
        private final byte[] packed = new byte[HEADER_BYTES + compressor.maxCompressedLength(WRITTEN_BLOCK_BYTES)];
        private int filled;

        Encoder(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int count = Math.min(length - done, WRITTEN_BLOCK_BYTES - filled);
                System.arraycopy(source, offset + done, block, filled, count);
                filled += count;
                done += count;
                if (filled == WRITTEN_BLOCK_BYTES) {
                    writeBlock();
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (filled > 0) {
                writeBlock();
            }
            super.close();
        }

        private void writeBlock() throws IOException {
            int packedSize = HEADER_BYTES
                    + compressor.compress(block, 0, filled, packed, HEADER_BYTES, packed.length - HEADER_BYTES);
            ByteBuffer.wrap(packed)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(0, LZ4)
                    .putInt(1, packedSize)
                    .putInt(5, filled);
            out.write(checksum(packed, packedSize));
            out.write(packed, 0, packedSize);
            filled = 0;
        }
    }
}
