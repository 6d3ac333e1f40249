package io.recount.fuzz;

import io.recount.fuzz.Judgement.Finding;
import io.recount.harness.expectation.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** Mutations by number: each depends on the seed and its number alone, so that one can be made again without the others. */
final class Campaign {

    private static final int KEPT = 20;

    private final long seed;
    private final List<Subject> subjects;
    private final List<Judgement> judgements;
    private final Mutator mutator = new Mutator();
    private final Map<Verdict.Kind, Long> kinds = new EnumMap<>(Verdict.Kind.class);
    private final List<Difference> differences = new ArrayList<>();
    private long differing;

    Campaign(long seed, List<Subject> subjects) {
        this.seed = seed;
        this.subjects = List.copyOf(subjects);
        this.judgements = subjects.stream().map(Judgement::new).toList();
    }

    /** A message on which decoder and reference do not agree. */
    @SuppressWarnings("ArrayRecordComponent") // carried to the screen, never compared
    record Difference(long number, String model, String what, byte[] message) {}

    /** Runs mutations {@code from} (inclusive) to {@code to}; tells the progress after each. */
    void run(long from, long to, LongConsumer progress) {
        for (long number = from; number < to; number++) {
            judge(number);
            progress.accept(number + 1);
        }
    }

    private void judge(long number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E37_79B9_7F4A_7C15L + number);
        int at = random.nextInt(subjects.size());
        Subject subject = subjects.get(at);
        byte[] message = mutator.mutate(any(subject, random), any(subject, random), random);
        Finding finding = judgements.get(at).of(message);
        kinds.merge(finding.kind(), 1L, Long::sum);
        String what = finding.difference();
        if (what != null) {
            differing++;
            if (differences.size() < KEPT) {
                differences.add(new Difference(number, subject.name(), what, message));
            }
        }
    }

    private static byte[] any(Subject subject, SplittableRandom random) {
        return subject.messages().get(random.nextInt(subject.messages().size())).bytes();
    }

    /** How many mutations there were of each kind. */
    Map<Verdict.Kind, Long> kinds() {
        return kinds;
    }

    /** How many differ. */
    long differing() {
        return differing;
    }

    /** The first of those that differ. */
    List<Difference> differences() {
        return differences;
    }
}
