package io.recount.harness.expectation;

import io.recount.harness.expectation.Message.Bad;
import io.recount.harness.expectation.Message.FieldValue;
import io.recount.harness.expectation.Message.Good;
import io.recount.harness.expectation.Message.Ignored;
import io.recount.harness.expectation.Message.Rejected;
import io.recount.harness.expectation.Message.Version;
import io.recount.harness.feed.RegisterAssignment;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What every table and report must show once all messages were read.
 *
 * <p>Defined, not optimised: of each document the version with the greatest version time counts, among equal ones that
 * with the greatest unsigned hash of its bytes; it counts where it says it belongs. The order of the messages makes no
 * difference. Rows are folded from documents each time they are asked for, a register or a store at a time, so that the
 * documents are all that is held. All streams ascend by key.
 */
public final class Expectation {

    private static final Duration HOUR = Duration.ofHours(1);

    private final DeclaredModel model;
    private final MessageReading reading;
    private final Duration bucket;
    private final Tally tally = new Tally();
    private final Map<Arrival, Long> arrivals = new EnumMap<>(Arrival.class);
    private final Map<String, Set<String>> registersByStore = new TreeMap<>(ByteOrder::compare);
    private final Map<String, History> histories = new TreeMap<>(ByteOrder::compare);

    /** Registers without a store are in no store's report. */
    public Expectation(DeclaredModel model, Collection<RegisterAssignment> registers) {
        this.model = model;
        this.reading = new MessageReading(model);
        this.bucket = model.bucket();
        for (RegisterAssignment assignment : registers) {
            registersByStore
                    .computeIfAbsent(assignment.store(), store -> new TreeSet<>(ByteOrder::compare))
                    .add(assignment.register());
        }
    }

    /** One delivery of a message. */
    public void add(byte[] bytes) {
        add(bytes, false);
    }

    /** Whether it is a message at all: anything but what is neither a document nor ignored by a rule. */
    public boolean isMessage(byte[] bytes) {
        return !(reading.read(bytes) instanceof Rejected);
    }

    /** One delivery of a message; {@code late} if it came after its bucket had been closed. */
    public void add(byte[] bytes, boolean late) {
        Message message = reading.read(bytes);
        if (message instanceof Rejected) {
            tally.rejected(MessageReading.hash(bytes));
        } else if (message instanceof Ignored byRule) {
            tally.ignored(byRule.rule());
        } else if (message instanceof Version version) {
            History history = histories.computeIfAbsent(version.id().register(), register -> new History());
            Arrival arrival = history.add(version, late);
            arrivals.merge(arrival, 1L, Long::sum);
            tally.version(version.content(), arrival != Arrival.DUPLICATE);
        }
    }

    public Outcomes outcomes() {
        return tally.outcomes(histories.values());
    }

    /** How many versions arrived in which way, in the order of {@link #add}. */
    public Map<Arrival, Long> arrivals() {
        return Map.copyOf(arrivals);
    }

    public Stream<Row<CellKey>> cells() {
        return perRegister(this::cellOf);
    }

    /** With the elements of sketches, see {@link SketchFold}. */
    public Stream<Row<CellKey>> sketchedCells() {
        return perRegister(this::cellOf, Fold::sketchedRow);
    }

    /** None if the model has no shifts. */
    public Stream<Row<ShiftKey>> shifts() {
        if (model.optionalDocumentField("shift") == null) {
            return Stream.empty();
        }
        return perRegister(
                version -> new ShiftKey(version.id().register(), version.place().shift()));
    }

    /** The good documents of each cell whose latest version was late, in the place of all of them; no measures. */
    public Stream<Row<CellKey>> lateCells() {
        return histories.values().stream().flatMap(history -> {
            SortedMap<CellKey, Long> counts = new TreeMap<>();
            for (Version version : history.latest()) {
                if (version.content() instanceof Good && history.isLate(version.id())) {
                    counts.merge(cellOf(version), 1L, Long::sum);
                }
            }
            return counts.entrySet().stream()
                    .map(count -> new Row<>(count.getKey(), count.getValue(), 0, MeasureValues.none()));
        });
    }

    /** In UTC, like {@link #storeDays}. */
    public Stream<Row<StoreHourKey>> storeHours() {
        return perStore((store, version) -> new StoreHourKey(store, start(version, HOUR)));
    }

    public Stream<Row<StoreDayKey>> storeDays() {
        return perStore((store, version) -> new StoreDayKey(
                store, start(version, HOUR).atOffset(ZoneOffset.UTC).toLocalDate()));
    }

    /** Only measures: these rows count no documents. Values of which nothing is measured have no row. */
    public Stream<Row<FieldCellKey>> fieldCells() {
        return histories.values().stream().flatMap(this::fieldCellsOf);
    }

    /** Declared measures that are zero or absent in every cell. */
    public List<DeclaredMeasure> measuresNeverSeen() {
        Set<Integer> seen = new HashSet<>();
        cells().forEach(row -> {
            for (int i = 0; i < row.values().size(); i++) {
                if (row.values().value(i) != 0) {
                    seen.add(row.values().id(i));
                }
            }
        });
        return model.measures().stream()
                .filter(measure -> !seen.contains(measure.id()))
                .toList();
    }

    private <K extends Comparable<? super K>> Stream<Row<K>> perRegister(Function<Version, K> keyOf) {
        return perRegister(keyOf, Fold::row);
    }

    private <K extends Comparable<? super K>> Stream<Row<K>> perRegister(
            Function<Version, K> keyOf, BiFunction<Fold, K, Row<K>> rowOf) {
        return histories.values().stream().flatMap(history -> folded(history.latest().stream(), keyOf, rowOf));
    }

    private <K extends Comparable<? super K>> Stream<Row<K>> perStore(StoreKey<K> keyOf) {
        return registersByStore.entrySet().stream().flatMap(store -> {
            Stream<Version> latest = store.getValue().stream()
                    .map(histories::get)
                    .filter(Objects::nonNull)
                    .flatMap(history -> history.latest().stream());
            return folded(latest, version -> keyOf.of(store.getKey(), version), Fold::row);
        });
    }

    private static <K extends Comparable<? super K>> Stream<Row<K>> folded(
            Stream<Version> latest, Function<Version, K> keyOf, BiFunction<Fold, K, Row<K>> rowOf) {
        SortedMap<K, Fold> folds = new TreeMap<>();
        latest.forEach(version -> {
            if (version.content() instanceof Good good) {
                Fold fold = folds.computeIfAbsent(keyOf.apply(version), key -> new Fold());
                fold.addDocument();
                fold.add(good.parts(), version.place().time());
            } else if (version.content() instanceof Bad) {
                folds.computeIfAbsent(keyOf.apply(version), key -> new Fold()).addError();
            }
        });
        return folds.entrySet().stream().map(fold -> rowOf.apply(fold.getValue(), fold.getKey()));
    }

    private Stream<Row<FieldCellKey>> fieldCellsOf(History history) {
        SortedMap<FieldCellKey, Fold> folds = new TreeMap<>();
        for (Version version : history.latest()) {
            if (version.content() instanceof Good good) {
                CellKey cell = cellOf(version);
                for (FieldValue value : good.fields()) {
                    FieldCellKey key = new FieldCellKey(
                            cell.register(), cell.shift(), cell.bucket(), value.field(), value.value());
                    folds.computeIfAbsent(key, absent -> new Fold())
                            .add(value.parts(), version.place().time());
                }
            }
        }
        return rows(folds).filter(row -> !row.isEmpty());
    }

    private static <K extends Comparable<? super K>> Stream<Row<K>> rows(SortedMap<K, Fold> folds) {
        return folds.entrySet().stream().map(fold -> fold.getValue().row(fold.getKey()));
    }

    private CellKey cellOf(Version version) {
        return new CellKey(version.id().register(), version.place().shift(), start(version, bucket));
    }

    private static Instant start(Version version, Duration length) {
        long lengthMicros = length.toMillis() * 1_000;
        long startMicros = Math.floorDiv(version.place().time(), lengthMicros) * lengthMicros;
        return Instant.EPOCH.plus(startMicros, ChronoUnit.MICROS);
    }

    /** The key of a version in a store's report. */
    private interface StoreKey<K> {
        K of(String store, Version version);
    }
}
