package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How positions, counters, lineages and what is made of them are written between operators and into checkpoints.
 *
 * <p>The format has no version of its own: whoever uses it stands behind a versioned serializer and raises its version
 * when something here changes. Counters are written in order of their names, so equal values give equal bytes.
 */
final class Wire {

    private static final List<Integer> ONE_SHARD = List.of(1);

    private Wire() {}

    static void writeBlock(Block block, DataOutput out) throws IOException {
        writeText(block.table(), out);
        out.writeInt(block.shard());
        out.writeInt(block.partition());
        out.writeInt(block.ordinal());
        out.writeInt(block.rows());
        writeBytes(block.digest(), out);
        writeBytes(block.content(), out);
    }

    /** {@code version} of the format that uses this one; version 1 had one shard. */
    static Block readBlock(int version, DataInput in) throws IOException {
        return new Block(
                readText(in),
                version == 1 ? 0 : in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                readBytes(in),
                readBytes(in));
    }

    static void writeProgress(Progress progress, DataOutput out) throws IOException {
        writePositions(progress.positions(), out);
        writeCounters(progress.counters(), out);
        out.writeLong(progress.watermarkMillis());
        out.writeLong(progress.oldestAppendedMillis());
    }

    static Progress readProgress(DataInput in) throws IOException {
        return new Progress(readPositions(in), readCounters(in), in.readLong(), in.readLong());
    }

    /** Before it told when records were appended. */
    static Progress readFormerProgress(DataInput in) throws IOException {
        return new Progress(readPositions(in), readCounters(in), in.readLong());
    }

    static void writeSeal(Seal seal, DataOutput out) throws IOException {
        out.writeLong(seal.timeline());
        out.writeLong(seal.checkpoint());
        writeLineage(seal.lineage(), out);
        writePositions(seal.positions(), out);
        out.writeLong(seal.watermarkMillis());
        writeCounters(seal.counters(), out);
    }

    static Seal readSeal(DataInput in) throws IOException {
        return new Seal(
                in.readLong(), in.readLong(), readLineage(in), readPositions(in), in.readLong(), readCounters(in));
    }

    static void writeSubmission(Submission submission, DataOutput out) throws IOException {
        writeText(submission.id(), out);
        writeText(submission.job(), out);
        out.writeInt(submission.shardWeights().size());
        for (int weight : submission.shardWeights()) {
            out.writeInt(weight);
        }
    }

    /** {@code version} of the format that uses this one; version 1 had one shard. */
    static Submission readSubmission(int version, DataInput in) throws IOException {
        String id = readText(in);
        String job = readText(in);
        List<Integer> shardWeights = new ArrayList<>();
        for (int left = version == 1 ? 0 : in.readInt(); left > 0; left--) {
            shardWeights.add(in.readInt());
        }
        return new Submission(id, job, shardWeights.isEmpty() ? ONE_SHARD : shardWeights);
    }

    static void writeText(String text, DataOutput out) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    static String readText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    static void writeLineage(Lineage lineage, DataOutput out) throws IOException {
        out.writeInt(lineage.ancestors().size());
        for (Ancestor ancestor : lineage.ancestors()) {
            out.writeLong(ancestor.timeline());
            out.writeLong(ancestor.checkpoint());
            writePositions(ancestor.positions(), out);
        }
    }

    static Lineage readLineage(DataInput in) throws IOException {
        List<Ancestor> ancestors = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            ancestors.add(new Ancestor(in.readLong(), in.readLong(), readPositions(in)));
        }
        return new Lineage(ancestors);
    }

    private static void writePositions(List<Position> positions, DataOutput out) throws IOException {
        out.writeInt(positions.size());
        for (Position position : positions) {
            writeText(position.topic(), out);
            out.writeInt(position.partition());
            out.writeLong(position.nextOffset());
        }
    }

    private static List<Position> readPositions(DataInput in) throws IOException {
        List<Position> positions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            positions.add(new Position(readText(in), in.readInt(), in.readLong()));
        }
        return positions;
    }

    private static void writeCounters(Map<String, Long> counters, DataOutput out) throws IOException {
        out.writeInt(counters.size());
        for (Map.Entry<String, Long> counter : new TreeMap<>(counters).entrySet()) {
            writeText(counter.getKey(), out);
            out.writeLong(counter.getValue());
        }
    }

    private static Map<String, Long> readCounters(DataInput in) throws IOException {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            counters.put(readText(in), in.readLong());
        }
        return counters;
    }
}
