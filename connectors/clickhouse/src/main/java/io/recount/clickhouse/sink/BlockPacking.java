package io.recount.clickhouse.sink;

import static java.util.Objects.requireNonNull;

import io.recount.clickhouse.SinkTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Joins the blocks that several writers have made of one partition, as long as they fit one: each insert is a part that
 * the server has to merge, and their number is not to grow with the parallelism.
 *
 * <p>Rows stay in the order of the blocks. Blocks that fill an insert by themselves are passed on untouched.
 */
final class BlockPacking {

    private final BlockLimits limits;
    private final Map<String, BlockEncoder> encoders;

    BlockPacking(List<SinkTable> tables, BlockLimits limits) {
        this.limits = limits;
        this.encoders =
                tables.stream().collect(Collectors.toMap(SinkTable::name, table -> new BlockEncoder(table, limits)));
    }

    /** The same rows in as few blocks. */
    List<Block> packed(List<Block> blocks) {
        List<Block> packed = new ArrayList<>();
        blocks.stream()
                .collect(Collectors.groupingBy(Place::of, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(there -> pack(there, packed));
        return packed;
    }

    private void pack(List<Block> there, List<Block> packed) {
        List<Block> together = new ArrayList<>();
        for (Block block : there) {
            if (!fit(together, block)) {
                join(together, packed);
                together.clear();
            }
            together.add(block);
        }
        join(together, packed);
    }

    private boolean fit(List<Block> together, Block next) {
        long rows = next.rows();
        long bytes = next.content().length;
        for (Block block : together) {
            rows += block.rows();
            bytes += block.content().length;
        }
        return together.isEmpty() || (rows <= limits.rows() && bytes <= limits.compressedBytes());
    }

    /** Rows that compress very well may be too many bytes all the same. */
    private void join(List<Block> together, List<Block> packed) {
        if (together.size() == 1) {
            packed.add(together.get(0));
            return;
        }
        List<byte[]> contents = new ArrayList<>();
        long bytes = 0;
        for (Block block : together) {
            byte[] content = block.uncompressed();
            if (!contents.isEmpty() && bytes + content.length > limits.rowBytes()) {
                packed.add(joined(block, contents));
                contents.clear();
                bytes = 0;
            }
            contents.add(content);
            bytes += content.length;
        }
        packed.add(joined(together.get(0), contents));
    }

    private Block joined(Block like, List<byte[]> contents) {
        return requireNonNull(encoders.get(like.table()), like.table())
                .joined(like.partition(), contents)
                .on(like.shard());
    }

    /** A partition of a table on a shard. */
    private record Place(String table, int shard, int partition) {
        static Place of(Block block) {
            return new Place(block.table(), block.shard(), block.partition());
        }
    }
}
