package io.recount.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.decode.MessageHash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineReaderTest {

    private static final int MOST_BYTES = 20;

    @Test
    void linesAreCutAtNewlinesAndNumberedFromOne() throws IOException {
        List<Line> lines = all("a\n\nbc\r\nd");

        assertThat(lines).extracting(LineReaderTest::text).containsExactly("a", "", "bc", "d");
        assertThat(lines).extracting(Line::number).containsExactly(1L, 2L, 3L, 4L);
        assertThat(lines).extracting(Line::isTerminated).containsExactly(true, true, true, false);
        assertThat(all("")).isEmpty();
        assertThat(all("a\n")).hasSize(1);
    }

    @Test
    void byteOrderMarkOfTheFileIsNoPartOfItsFirstLine() throws IOException {
        assertThat(all("\uFEFF{}\n\uFEFF{}\n")).extracting(LineReaderTest::text).containsExactly("{}", "\uFEFF{}");
    }

    @Test
    void ofALineThatIsTooLongIsKnownHowLongItIsAndItsHash() throws IOException {
        String longest = "x".repeat(MOST_BYTES);
        String longer = "y".repeat(200_000);
        List<Line> lines = all(longest + "\n" + longer + "\nz\n");

        assertThat(lines).extracting(line -> line.bytes().length).containsExactly(MOST_BYTES, MOST_BYTES + 1, 1);
        assertThat(lines).extracting(Line::sizeBytes).containsExactly((long) MOST_BYTES, 200_000L, 1L);
        assertThat(lines).extracting(Line::hash).containsExactly(hash(longest), hash(longer), hash("z"));
    }

    @Test
    void fingerprintsDependOnTheLinesAloneAndOnEveryByteOfThem() throws IOException {
        String text = "one\ntwo\r\n\n" + "3".repeat(1_000) + "\nfour\n";
        List<Long> prints = fingerprints(bytes(text));

        assertThat(prints).doesNotHaveDuplicates();
        assertThat(fingerprints(inPieces(bytes(text), new SplittableRandom(7)))).isEqualTo(prints);
        assertThat(fingerprints(bytes(text.substring(0, text.length() - 1))))
                .as("whether a last newline is there")
                .isEqualTo(prints);
        assertThat(fingerprints(bytes(text + "five"))).startsWith(prints.toArray(Long[]::new));
        for (int at = 0; at < text.length(); at++) {
            byte[] changed = text.getBytes(StandardCharsets.UTF_8);
            changed[at] ^= 1;
            List<Long> others = fingerprints(new ByteArrayInputStream(changed));
            assertThat(others.get(others.size() - 1)).as("byte %d", at).isNotEqualTo(prints.get(prints.size() - 1));
        }
    }

    /** Of a file that grows the last one may not be there yet. */
    @Test
    void returnsInFrontOfNewlinesAreNotInTheFingerprintButInTheFormerOne() throws IOException {
        String text = "one\r\n\r\ntw\ro\r\n" + "3".repeat(1_000) + "\r\nfour";
        List<Long> prints = fingerprints(bytes(text + "\r\n"));

        for (String same : List.of(text, text + "\r", text + "\n", text.replace("\r\n", "\n"))) {
            assertThat(fingerprints(bytes(same))).isEqualTo(prints);
            assertThat(fingerprints(inPieces(bytes(same), new SplittableRandom(7))))
                    .isEqualTo(prints);
        }
        assertThat(fingerprints(bytes(text.replace("w\ro", "wo")))).doesNotContain(prints.get(4));
        LineReader reader = new LineReader(bytes(text), MOST_BYTES);
        while (reader.next() != null) {
            assertThat(reader.fingerprint()).isNotEqualTo(reader.fingerprintWithReturns());
        }
        assertThat(reader.fingerprintWithReturns()).isEqualTo(hash(text + "\n"));
        assertThat(reader.fingerprint()).isEqualTo(hash(text.replace("\r\n", "\n") + "\n"));
        assertThat(fingerprints(bytes("one\r\r\n"))).as("one of them").containsExactly(hash("one\r\n"));
    }

    @Test
    void whatIsToldAfterAFailureIsOfWholeLines() throws IOException {
        LineReader whole = new LineReader(bytes("one\n"), MOST_BYTES);
        assertThat(whole.next()).isNotNull();
        LineReader broken = new LineReader(new SequenceInputStream(bytes("one\ntw"), new Broken()), MOST_BYTES);
        assertThat(broken.next()).isNotNull();

        assertThatThrownBy(broken::next).isInstanceOf(IOException.class);
        assertThat(broken.lines()).isEqualTo(1);
        assertThat(broken.bytes()).isEqualTo(4);
        assertThat(broken.fingerprint()).isEqualTo(whole.fingerprint());
    }

    private static final class Broken extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("broken");
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return read();
        }
    }

    private static List<Line> all(String text) throws IOException {
        LineReader reader = new LineReader(bytes(text), MOST_BYTES);
        List<Line> lines = new ArrayList<>();
        @Nullable Line line = reader.next();
        while (line != null) {
            lines.add(line);
            line = reader.next();
        }
        return lines;
    }

    private static List<Long> fingerprints(InputStream in) throws IOException {
        LineReader reader = new LineReader(in, MOST_BYTES);
        List<Long> prints = new ArrayList<>();
        while (reader.next() != null) {
            prints.add(reader.fingerprint());
        }
        return prints;
    }

    /** As a pipe gives it. */
    private static InputStream inPieces(InputStream all, SplittableRandom random) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return all.read();
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return all.read(into, from, Math.min(length, random.nextInt(1, 5)));
            }
        };
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Line line) {
        return new String(line.bytes(), StandardCharsets.UTF_8);
    }

    private static long hash(String text) {
        return MessageHash.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
