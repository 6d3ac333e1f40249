package io.recount.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTest {

    private static final ExpansionLimit LIMIT = new ExpansionLimit(1L << 40, 200);
    private static final List<String> FIRST = lines("a", 40);
    private static final List<String> SECOND = lines("b", 40);
    private static final int WHOLE_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {CompressorStreamFactory.GZIP, CompressorStreamFactory.ZSTANDARD})
    void compressedFilesAreExpandedWhateverTheirNameIsAndHoweverManyStreamsTheyAre(String form) throws IOException {
        byte[] twice = joined(compressed(form, FIRST), compressed(form, SECOND));

        assertThat(read(file("any.name", twice))).isEqualTo(joined(FIRST, SECOND));
        assertThat(read(file("plain.gz", text(FIRST).getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(FIRST);
    }

    /** Cut off anywhere but between two streams, it fails; and no line is given that was not there. */
    @ParameterizedTest
    @ValueSource(strings = {CompressorStreamFactory.GZIP, CompressorStreamFactory.ZSTANDARD})
    void aFileThatIsCutOffIsNeverTakenForAWholeOne(String form) throws IOException {
        byte[] first = compressed(form, FIRST);
        byte[] whole = joined(first, compressed(form, SECOND));
        List<String> all = joined(FIRST, SECOND);
        int failures = 0;
        for (int length = 4; length < whole.length; length++) {
            LoadFile file = file("cut", Arrays.copyOf(whole, length));
            if (length == first.length) {
                assertThat(read(file)).isEqualTo(FIRST);
                continue;
            }
            List<String> read = new ArrayList<>();
            assertThatThrownBy(() -> readInto(file, read))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(WrongFileException.class)
                    .hasMessageContaining("cut");
            assertThat(read).isEqualTo(all.subList(0, read.size()));
            failures++;
        }
        assertThat(failures).isGreaterThan(100);
    }

    @Test
    void whereAFileIsCutOffIsSaid() throws IOException {
        byte[] whole = compressed(CompressorStreamFactory.GZIP, lines("long", 50_000));
        LoadFile file = file("receipts.jsonl.gz", Arrays.copyOf(whole, whole.length / 2));

        List<String> read = new ArrayList<>();
        assertThatThrownBy(() -> readInto(file, read))
                .hasMessageMatching(
                        "receipts.jsonl.gz, near byte [0-9,]+ and in line %,d, ends in the middle of what is compressed: .*Next: get all of it.*"
                                .formatted(read.size() + 1));
        assertThat(read).hasSizeGreaterThan(10_000);
    }

    @Test
    void damageIsNamed() throws IOException {
        byte[] damaged = compressed(CompressorStreamFactory.GZIP, FIRST);
        damaged[damaged.length / 2] ^= 0x55;
        LoadFile file = file("damaged", damaged);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(WrongFileException.class)
                .hasMessageStartingWith("damaged, near byte ");
    }

    @ParameterizedTest
    @ValueSource(strings = {CompressorStreamFactory.GZIP, CompressorStreamFactory.ZSTANDARD})
    void aBombIsRefusedByItsRatioAndInLittleMemory(String form) throws IOException {
        LoadFile bomb = file("bomb", compressedZeros(form, 1 << 26));

        assertThatThrownBy(() -> read(bomb))
                .isInstanceOf(WrongFileException.class)
                .hasMessageMatching(
                        "bomb, near byte [0-9,]+ and in line 1, expands to more than 200 times its size: .*--max-ratio");
    }

    @Test
    void aFileMayNotExpandToMoreThanItsLimit() throws IOException {
        LoadFile file = file("large.gz", compressed(CompressorStreamFactory.GZIP, lines("c", 100_000)));

        assertThatThrownBy(() -> read(file, new ExpansionLimit(200_000, 200)))
                .isInstanceOf(WrongFileException.class)
                .hasMessageContaining(
                        "expands to more than 200,000 bytes. Next: if it is meant to, raise --max-expanded");
    }

    @Test
    void anotherCompressionIsNamed() throws IOException {
        LoadFile file = file("old.bz2", compressed(CompressorStreamFactory.BZIP2, FIRST));

        assertThatThrownBy(() -> read(file)).hasMessageContaining("old.bz2 is compressed by bzip2");
    }

    @Test
    void aFileIsKnownByItsFirstLineWhereverItIsAndHoweverItIsCompressed() throws IOException {
        LoadFile plain = file("plain", text(FIRST).getBytes(StandardCharsets.UTF_8));
        String known = input(plain);

        assertThat(known).matches("load-line-[0-9a-f]{16}");
        assertThat(input(file("x.gz", compressed(CompressorStreamFactory.GZIP, FIRST))))
                .isEqualTo(known);
        assertThat(input(file("x.zst", compressed(CompressorStreamFactory.ZSTANDARD, joined(FIRST, SECOND)))))
                .isEqualTo(known);
        assertThat(input(file("returns", String.join("\r\n", FIRST).getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(known);
        assertThat(input(file("other", text(SECOND).getBytes(StandardCharsets.UTF_8))))
                .isNotEqualTo(known);
    }

    private static String input(LoadFile file) {
        try (Content content = Content.open(file, LIMIT, WHOLE_BYTES)) {
            return LoadFile.inputBy(Objects.requireNonNull(content.next()));
        }
    }

    private LoadFile file(String name, byte[] bytes) throws IOException {
        return LoadFile.of(Files.write(folder.resolve(name), bytes), Optional.empty());
    }

    private static List<String> read(LoadFile file) {
        return read(file, LIMIT);
    }

    private static List<String> read(LoadFile file, ExpansionLimit limit) {
        List<String> lines = new ArrayList<>();
        readInto(file, limit, lines);
        return lines;
    }

    private static void readInto(LoadFile file, List<String> lines) {
        readInto(file, LIMIT, lines);
    }

    private static void readInto(LoadFile file, ExpansionLimit limit, List<String> lines) {
        try (Content content = Content.open(file, limit, WHOLE_BYTES)) {
            @Nullable Line line = content.next();
            while (line != null) {
                lines.add(new String(line.bytes(), StandardCharsets.UTF_8));
                line = content.next();
            }
        }
    }

    private static List<String> lines(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"" + prefix + "\":" + Integer.toHexString(i * 0x9E37_79B9) + "}")
                .toList();
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private static byte[] compressed(String form, List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = CompressorStreamFactory.getSingleton().createCompressorOutputStream(form, bytes)) {
            out.write(text(lines).getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] compressedZeros(String form, int size) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out = CompressorStreamFactory.getSingleton().createCompressorOutputStream(form, bytes)) {
            for (int written = 0; written < size; written += zeros.length) {
                out.write(zeros);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
