package io.recount.clickhouse.sink;

import io.recount.clickhouse.Column;
import io.recount.clickhouse.SinkTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4FrameOutputStream;

/**
 * Turns rows of one table into blocks: columns instead of rows, compressed, small enough.
 *
 * <p>Equal rows in equal order give equal blocks. A row whose bytes do not fit the columns is refused: it would shift
 * every row behind it.
 */
final class BlockEncoder {

    private final SinkTable table;
    private final List<ColumnType> types;
    private final BlockLimits limits;

    BlockEncoder(SinkTable table, BlockLimits limits) {
        this.table = table;
        this.types = table.columns().stream()
                .map(column -> TypeText.parse(column.type()))
                .toList();
        this.limits = limits;
    }

    SinkTable table() {
        return table;
    }

    /** The rows' blocks; more than one if they do not fit into one. */
    List<Block> encode(int partition, List<byte[]> rows) {
        List<Block> blocks = new ArrayList<>();
        encode(partition, rows, blocks);
        return blocks;
    }

    /** One block of the rows of several of the same table, in their order. */
    Block joined(int partition, List<byte[]> uncompressed) {
        List<ColumnValues> columns = newColumns();
        int rows = 0;
        for (byte[] content : uncompressed) {
            rows += takeAll(content, columns);
        }
        return block(partition, rows, columns);
    }

    private void encode(int partition, List<byte[]> rows, List<Block> blocks) {
        int pieces = quotient(rows.size(), limits.rows());
        if (pieces == 1) {
            Block block = block(partition, rows);
            if (block.content().length <= limits.compressedBytes() || rows.size() == 1) {
                blocks.add(block);
                return;
            }
            pieces = Math.min(rows.size(), quotient(block.content().length, limits.compressedBytes()));
        }
        for (int i = 0; i < pieces; i++) {
            encode(partition, rows.subList(cut(rows, i, pieces), cut(rows, i + 1, pieces)), blocks);
        }
    }

    private static int cut(List<byte[]> rows, int piece, int pieces) {
        return Math.toIntExact((long) rows.size() * piece / pieces);
    }

    /** Rounded up. */
    private static int quotient(int dividend, int divisor) {
        return Math.toIntExact(((long) dividend + divisor - 1) / divisor);
    }

    private List<ColumnValues> newColumns() {
        return types.stream().map(ColumnType::newValues).toList();
    }

    private Block block(int partition, List<byte[]> rows) {
        List<ColumnValues> columns = newColumns();
        rows.forEach(row -> take(row, columns));
        return block(partition, rows.size(), columns);
    }

    private Block block(int partition, int rows, List<ColumnValues> columns) {
        MessageDigest digest = sha256();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        // The digest is of the rows and not of their compressed form, which depends on the library's version.
        try (OutputStream out = new DigestOutputStream(
                new LZ4FrameOutputStream(content, LZ4FrameOutputStream.BLOCKSIZE.SIZE_1MB), digest)) {
            Bytes header = new Bytes();
            header.appendVarint(columns.size());
            header.appendVarint(rows);
            header.writeTo(out);
            for (int i = 0; i < columns.size(); i++) {
                writeName(table.columns().get(i).name(), out);
                writeName(types.get(i).wireName(), out);
                columns.get(i).writeTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return new Block(table.name(), 0, partition, 0, rows, digest.digest(), content.toByteArray());
    }

    private void take(byte[] row, List<ColumnValues> columns) {
        int at = 0;
        for (int i = 0; i < columns.size(); i++) {
            try {
                at = columns.get(i).take(row, at);
            } catch (IndexOutOfBoundsException | ArithmeticException e) {
                Column column = table.columns().get(i);
                throw new IllegalArgumentException(
                        "A row of table " + table.name() + " has " + row.length + " bytes and ends inside column "
                                + column.name() + " " + column.type()
                                + ": write the columns in the table's order, with their types",
                        e);
            }
        }
        if (at != row.length) {
            throw new IllegalArgumentException("A row of table " + table.name() + " has " + (row.length - at)
                    + " bytes more than its columns: write the columns in the table's order, with their types");
        }
    }

    /** Takes the rows of a block, and returns how many they are. */
    private static int takeAll(byte[] content, List<ColumnValues> columns) {
        ColumnValues.Varint rows = ColumnValues.Varint.read(
                content, ColumnValues.Varint.read(content, 0).next());
        int at = rows.next();
        for (ColumnValues column : columns) {
            at = column.takeColumn(content, skipName(content, skipName(content, at)), rows.value());
        }
        return rows.value();
    }

    private static int skipName(byte[] content, int at) {
        ColumnValues.Varint length = ColumnValues.Varint.read(content, at);
        return length.next() + length.value();
    }

    private static void writeName(String name, OutputStream out) throws IOException {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        Bytes bytes = new Bytes();
        bytes.appendVarint(utf8.length);
        bytes.append(utf8, 0, utf8.length);
        bytes.writeTo(out);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
