package io.recount.bench.load;

import com.github.luben.zstd.ZstdOutputStream;
import io.recount.demo.feed.MessageBag;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Scenario;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The deliveries of a scenario as lines, some of them blank, in many frames of zstd; and what has to come of them.
 *
 * @param lines of any kind, and {@code bytes} of them with their ends
 * @param messages that have to be in the topic
 * @param badLines the first line of each that is no message, by its hash
 */
record LineFile(Path path, long lines, long bytes, long blank, MessageBag messages, Map<Long, Long> badLines) {

    private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();
    private static final int BLANK_EVERY = 1_000;
    private static final int FRAME_LINES = 50_000;
    private static final byte[] BLANK = "  \r".getBytes(StandardCharsets.UTF_8);

    /** Writes it; {@code groups} take the messages. */
    static LineFile write(Path path, DeclaredModel model, Scenario scenario, RegisterGroups groups) throws IOException {
        Feed feed = Feed.of(model, scenario);
        Expectation reading = new Expectation(model, List.of());
        MessageBag messages = new MessageBag();
        Map<Long, Long> badLines = new TreeMap<>();
        long lines = 0;
        long bytes = 0;
        long blank = 0;
        OutputStream out = frame(path);
        while (feed.hasNext()) {
            Delivery delivery = feed.next();
            byte[] line = delivery.value();
            lines++;
            if (reading.isMessage(line)) {
                messages.add(line);
                groups.add(delivery);
            } else {
                badLines.putIfAbsent(HASH.hash(line, 0, line.length, 0), lines);
            }
            out.write(line);
            out.write('\n');
            bytes += line.length + 1;
            if (lines % BLANK_EVERY == 0) {
                out.write(BLANK);
                out.write('\n');
                bytes += BLANK.length + 1;
                lines++;
                blank++;
            }
            if (lines % FRAME_LINES == 0) {
                out.close();
                out = frame(path);
            }
        }
        out.close();
        return new LineFile(path, lines, bytes, blank, messages, badLines);
    }

    /** Behind what is there. */
    private static OutputStream frame(Path path) throws IOException {
        return new BufferedOutputStream(
                new ZstdOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)),
                1 << 16);
    }
}
