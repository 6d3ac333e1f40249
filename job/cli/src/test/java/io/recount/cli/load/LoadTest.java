package io.recount.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.decode.MessageHash;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.Pause;
import io.recount.kafka.NewRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a load does with the lines of a file, into a destination that keeps what it takes. */
class LoadTest {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final Model MODEL = ModelFile.read(MODELS.resolve("receipts.yaml"));
    private static final ExpansionLimit LIMIT = new ExpansionLimit(1L << 40, 200);
    private static final int MOST_BYTES = 4_000;
    private static final String IGNORED = "{\"kind\":\"status\"}";

    @TempDir
    private Path folder;

    private final Kept kept = new Kept();

    @Test
    void everyLineIsProducedOrBadOrBlank() throws Exception {
        String text = receipt(1) + "\n\n" + "no JSON\n" + " \t\r\n" + receipt(2) + "\r\n"
                + "{\"kind\":\"receipt\"}\n" + IGNORED + "\n"
                + "x".repeat(MOST_BYTES + 1) + "\n" + receipt(3);

        LoadResult result = load(write("a.jsonl", text));

        assertThat(result.all().lines()).isEqualTo(9);
        assertThat(kept.produced)
                .as("the job counts what it ignores")
                .containsExactly(receipt(1), receipt(2), IGNORED, receipt(3));
        assertThat(kept.bad).containsExactly("3 NOT_JSON", "6 MISSING", "8 TOO_LARGE");
        assertThat(result.all().empty()).isEqualTo(2);
        assertThat(LoadResult.table(List.of(result)).get(1).split(" +")).contains("9", "4", "2", "3", "a.jsonl");
    }

    @Test
    void aSecondLoadFindsNothingLeftAndALongerFileIsGoneOnWith() throws Exception {
        Path file = write("a.jsonl", receipt(1) + "\n" + receipt(2));
        load(file);
        LoadResult again = load(file);
        assertThat(again.wasComplete()).isTrue();

        LoadResult longer = load(write("moved.jsonl", receipt(1) + "\n" + receipt(2) + "\n" + receipt(3) + "\n"));

        assertThat(longer.wasComplete()).isFalse();
        assertThat(kept.produced).containsExactly(receipt(1), receipt(2), receipt(3));
    }

    @Test
    void aFileThatHasChangedWhereItWasLoadedIsRefused() throws Exception {
        Path file = write("a.jsonl", receipt(1) + "\n" + receipt(2) + "\n" + receipt(3) + "\n");
        load(file);

        for (String changed : List.of(
                receipt(1) + "\n" + receipt(9) + "\n" + receipt(3) + "\n" + receipt(4) + "\n", receipt(1) + "\n")) {
            write("a.jsonl", changed);
            assertThatThrownBy(() -> load(file))
                    .isInstanceOf(WrongFileException.class)
                    .hasMessageStartingWith(
                            "a.jsonl has changed, or is not the file it seems to be: a.jsonl, a file with the same"
                                    + " first line, was loaded up to line 3, and this one ")
                    .hasMessageContaining("Next: restore the file as it was");
        }
        assertThat(kept.produced).hasSize(3);
    }

    @Test
    void aFileThatEndsWithinALineIsGoneOnWithOnceItIsWhole() throws Exception {
        Path file = write("a.jsonl", receipt(1) + "\n" + receipt(2).substring(0, 50));
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(WrongFileException.class)
                .hasMessageStartingWith("a.jsonl ends in the middle of line 2, which is no message");
        assertThat(kept.produced).containsExactly(receipt(1));

        load(write("a.jsonl", receipt(1) + "\n" + receipt(2) + "\n"));

        assertThat(kept.produced).containsExactly(receipt(1), receipt(2));
        assertThat(kept.bad).isEmpty();
    }

    /** Wherever its last line is when it is loaded: in front of its end, or within that. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\r", "\r\n", "\r\n\r", "\r\n  "})
    void aFileWhoseLinesEndWithReturnsIsGoneOnWith(String end) throws Exception {
        load(write("a.jsonl", receipt(1) + "\r\n" + receipt(2) + end));

        load(write("a.jsonl", receipt(1) + "\r\n" + receipt(2) + "\r\n  " + receipt(3) + "\r\n"));

        assertThat(kept.produced).containsExactly(receipt(1), receipt(2), "  " + receipt(3));
    }

    /** Their fingerprints are with carriage returns. */
    @Test
    void progressOfTheFirstReleaseIsGoneOnWith() throws Exception {
        String text = receipt(1) + "\r\n" + receipt(2) + "\r\n";
        String note = "1 %016x 2 0 0 %d a.jsonl".formatted(MessageHash.of(text.getBytes(UTF_8)), text.length());
        kept.lines = 2;
        kept.note = note;
        LoadResult longer = load(write("a.jsonl", text + receipt(3)));
        assertThat(kept.produced).containsExactly(receipt(3));
        assertThat(longer.all().produced()).isEqualTo(3);

        load(write("a.jsonl", text + receipt(3) + "\r\n" + receipt(4)));
        assertThat(kept.produced).containsExactly(receipt(3), receipt(4));

        kept.lines = 2;
        kept.note = note;
        Path changed = write("a.jsonl", receipt(1) + "\r\n" + receipt(5) + "\r\n");
        assertThatThrownBy(() -> load(changed)).isInstanceOf(WrongFileException.class);
    }

    /** As logs are rotated: by then it has been told by its first line which file it is. */
    @Test
    void aFileThatIsReplacedWhileItIsOpenedIsStillLoadedOnceAndSoIsTheOther() throws Exception {
        Path file = write("a.jsonl", "\n" + receipt(1) + "\n" + receipt(2) + "\n");
        Path other = write("b.jsonl", receipt(3) + "\n" + receipt(4) + "\n");
        Map<String, Kept> all = new TreeMap<>();
        Destination.Opening rotating = (loaded, input) -> {
            try {
                if (Files.exists(other)) {
                    Files.move(file, folder.resolve("a.jsonl.1"));
                    Files.move(other, file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return all.computeIfAbsent(input, of -> new Kept()).opened(loaded, input);
        };
        for (Path path : List.of(file, file, folder.resolve("a.jsonl.1"))) {
            load(path, new Pace(0, Pause.REAL), rotating);
        }

        assertThat(all.values())
                .extracting(each -> each.produced)
                .containsExactlyInAnyOrder(List.of(receipt(1), receipt(2)), List.of(receipt(3), receipt(4)));
    }

    @Test
    void whereverALoadEndsTheNextGoesOn() throws Exception {
        long seed = new SplittableRandom().nextLong();
        System.out.println("Seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> receipts =
                IntStream.range(0, 2_000).mapToObj(LoadTest::receipt).toList();
        Path file = write("a.jsonl", receipts.stream().collect(Collectors.joining("\n\nbad\n", "", "\n")));
        int failures = 0;
        boolean isDone = false;
        while (!isDone) {
            kept.takesBeforeFailure = random.nextInt(0, 4);
            try {
                LoadResult result = load(file, new Pace(random.nextInt(2, 600), length -> {}));
                isDone = true;
                assertThat(result.all().lines()).isEqualTo(3 * 2_000 - 2);
                assertThat(result.all().produced()).isEqualTo(2_000);
            } catch (LoadFailedException e) {
                failures++;
            }
            kept.takesBeforeFailure = failures > 300 ? Integer.MAX_VALUE : kept.takesBeforeFailure;
        }
        assertThat(failures).isPositive();
        assertThat(kept.produced).isEqualTo(receipts);
        assertThat(kept.bad).hasSize(1_999);
    }

    @Test
    void aFileOfBlankLinesNeedsNoDestination() throws Exception {
        LoadResult result = load(write("blank", "\n \n"));

        assertThat(result.all().empty()).isEqualTo(2);
        assertThat(kept.opened).isZero();
    }

    @Test
    void aRateIsHeld() throws Exception {
        List<Duration> pauses = new ArrayList<>();
        String text = IntStream.range(0, 100).mapToObj(i -> receipt(i) + "\n").collect(Collectors.joining());

        load(write("a.jsonl", text), new Pace(20, pauses::add));

        assertThat(pauses).as("one each half second's worth of ten lines").hasSize(10);
        // Nobody waits here, so what is still to be waited for grows.
        assertThat(pauses.get(9)).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(5));
    }

    private LoadResult load(Path file) throws InterruptedException {
        return load(file, new Pace(0, Pause.REAL));
    }

    private LoadResult load(Path file, Pace pace) throws InterruptedException {
        return load(file, pace, kept::opened);
    }

    private static LoadResult load(Path file, Pace pace, Destination.Opening destinations) throws InterruptedException {
        try (Ending ending = Ending.onSignal()) {
            return new Load(MODEL, MOST_BYTES, LIMIT, destinations, loaded -> LoadView.NONE, pace)
                    .load(LoadFile.of(file, Optional.empty()), ending);
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String receipt(int number) {
        return """
                {"kind":"receipt","register":"R-1","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2026-10-12T12:00:00Z","writtenAt":"2026-10-12T12:00:01Z","type":"SALE","total":"1.00"}""".formatted(number);
    }

    /** Of one file; what it is told it keeps as text, and reads it again from that. */
    private static final class Kept implements Destination {

        private final List<String> produced = new ArrayList<>();
        private final List<String> bad = new ArrayList<>();
        private long lines;
        private String note = "";
        private String input = "";
        private String fileName = "";
        private int opened;
        private int takesBeforeFailure = Integer.MAX_VALUE;

        Destination opened(LoadFile file, String of) {
            assertThat(input.isEmpty() || input.equals(of)).isTrue();
            input = of;
            fileName = file.name();
            opened++;
            return this;
        }

        @Override
        public Optional<Loaded.Reached> reached() {
            return note.isEmpty() ? Optional.empty() : Loaded.of(lines, note);
        }

        @Override
        public void take(Batch batch) {
            if (takesBeforeFailure-- <= 0) {
                throw new LoadFailedException("as the test wants it", new IOException("test"));
            }
            batch.records().forEach(record -> produced.add(text(record)));
            batch.badLines()
                    .forEach(line ->
                            bad.add(line.line().number() + " " + line.problem().reason()));
            lines = batch.after().lines();
            note = batch.after().note(fileName);
        }

        private static String text(NewRecord record) {
            return new String(record.value(), UTF_8);
        }

        @Override
        public void close() {}
    }
}
