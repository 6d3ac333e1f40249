package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.ReferenceReading;
import io.recount.harness.expectation.Verdict;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Scenario;
import io.recount.harness.histories.Kind;
import io.recount.harness.histories.Observer;
import io.recount.harness.histories.Step;
import io.recount.harness.histories.Written;
import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import io.recount.harness.histories.Written.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Feeds of much of everything, judged by what is delivered and not by what was asked for. */
class MixedFeedTest {

    private static final long SEED = 4;
    private static final int DOCUMENTS = 6_000;
    private static final int PARTITIONS = 4;
    private static final int OFTEN = 5;
    private static final Instant FIRST_REVISION = Instant.ofEpochMilli(1_590_000_000_000L);

    @Test
    void receiptsMeetEveryKindOfDisturbance() {
        List<Step> steps = steps(ModelUnderTest.receipts());
        Map<Kind, Long> counts = counts(steps, Duration.ofHours(1));
        // Registers are alike, and numbers of a new drive begin at 1: both are for histories of few registers to show.
        assertOften(counts, EnumSet.of(Kind.HOT_REGISTER, Kind.NEW_SCOPE));
        Map<String, Set<String>> drives = new HashMap<>();
        steps.stream()
                .map(step -> step.message().id())
                .forEach(id -> drives.computeIfAbsent(id.register(), absent -> new HashSet<>())
                        .add(id.scope()));
        assertThat(drives.values().stream().filter(of -> of.size() == 2)).hasSizeGreaterThan(OFTEN);
    }

    @Test
    void readingsMeetEveryKindOfDisturbanceThatMetersKnow() {
        Map<Kind, Long> counts = counts(steps(ModelUnderTest.meters()), Duration.ofMinutes(15));
        assertOften(counts, EnumSet.of(Kind.HOT_REGISTER, Kind.NEW_SCOPE, Kind.MOVE_SHIFT));
    }

    private static void assertOften(Map<Kind, Long> counts, Set<Kind> others) {
        System.out.println("seed " + SEED + ": " + counts);
        for (Kind kind : EnumSet.complementOf(EnumSet.copyOf(others))) {
            assertThat(counts.get(kind)).as("%s, seed %d", kind, SEED).isGreaterThanOrEqualTo(OFTEN);
        }
    }

    private static Map<Kind, Long> counts(List<Step> steps, Duration bucket) {
        Observer observer = new Observer(bucket);
        observer.observe(steps);
        return observer.counts();
    }

    private static List<Step> steps(DeclaredModel model) {
        ReferenceReading reading = new ReferenceReading(model);
        Map<Object, Long> numbers = new HashMap<>();
        List<Step> steps = new ArrayList<>();
        Feed.of(model, Scenario.of(SEED, DOCUMENTS).mixed())
                .forEachRemaining(delivery -> steps.add(new Step(
                        written(model, reading.read(delivery.value()), delivery, numbers),
                        delivery.partition(PARTITIONS))));
        return steps;
    }

    private static Written written(DeclaredModel model, Verdict verdict, Delivery delivery, Map<Object, Long> numbers) {
        State state = switch (verdict.kind()) {
            case GOOD -> State.GOOD;
            case BAD -> State.BAD;
            case DELETED -> State.DELETED;
            case REJECTED, IGNORED -> State.NO_DOCUMENT;
        };
        String json = new String(delivery.value(), StandardCharsets.UTF_8);
        if (state == State.NO_DOCUMENT) {
            Spot nowhere = new Spot(0, Instant.EPOCH);
            return new Written(new DocumentId("", "", 0), nowhere, Instant.EPOCH, state, json);
        }
        boolean isReceipt = model.name().equals("receipts");
        Object id = value(verdict, isReceipt ? "number" : "reading");
        return new Written(
                new DocumentId(
                        String.valueOf(delivery.key()),
                        isReceipt ? (String) value(verdict, "drive") : "",
                        id instanceof Long number
                                ? number
                                : numbers.computeIfAbsent(id, text -> (long) numbers.size())),
                new Spot(isReceipt ? (Long) value(verdict, "shift") : 0, micros((Long)
                        value(verdict, isReceipt ? "printed_at" : "taken_at"))),
                writtenAt(verdict, isReceipt),
                state,
                json);
    }

    /** A reading says when it was written by its revision, which counts milliseconds from a year nobody asks about. */
    private static Instant writtenAt(Verdict verdict, boolean isReceipt) {
        return isReceipt
                ? micros((Long) value(verdict, "written_at"))
                : FIRST_REVISION.plusMillis((Long) value(verdict, "revision"));
    }

    private static Object value(Verdict verdict, String field) {
        return Objects.requireNonNull(verdict.values().get(field), field);
    }

    private static Instant micros(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
