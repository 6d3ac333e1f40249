package io.recount.cli.load;

import io.recount.cells.Problem;
import io.recount.kafka.NewRecord;
import java.util.ArrayList;
import java.util.List;

/** Lines that are done with together: in front of it all is done, behind it all of it. */
final class Batch {

    private static final int MOST_BYTES = 1 << 24;

    private final int mostLines;
    private final List<NewRecord> records = new ArrayList<>();
    private final List<Long> recordLines = new ArrayList<>();
    private final List<BadLine> badLines = new ArrayList<>();
    private Loaded after;
    private long bytes;
    private int lines;

    /** No message by the model. */
    record BadLine(Line line, Problem problem) {}

    Batch(Loaded before, int mostLines) {
        this.after = before;
        this.mostLines = mostLines;
    }

    /** The line that was read last from the content. */
    void add(Line line, LineSorter.Sorted sorted, Content content) {
        if (sorted instanceof LineSorter.Message message) {
            records.add(message.record());
            recordLines.add(line.number());
        } else if (sorted instanceof LineSorter.Bad bad) {
            badLines.add(new BadLine(line, bad.problem()));
        }
        lines++;
        bytes += line.bytes().length;
        after = new Loaded(
                line.number(),
                after.produced() + (sorted instanceof LineSorter.Message ? 1 : 0),
                after.empty() + (sorted instanceof LineSorter.Empty ? 1 : 0),
                after.bad() + (sorted instanceof LineSorter.Bad ? 1 : 0),
                content.bytes(),
                content.fingerprint());
    }

    boolean isFull() {
        return lines >= mostLines || bytes >= MOST_BYTES;
    }

    boolean isEmpty() {
        return lines == 0;
    }

    int lines() {
        return lines;
    }

    /** Those to be produced, in the order of their lines. */
    List<NewRecord> records() {
        return records;
    }

    long lineOfRecord(int index) {
        return recordLines.get(index);
    }

    List<BadLine> badLines() {
        return badLines;
    }

    /** What is done of the file once this is. */
    Loaded after() {
        return after;
    }
}
