package io.recount.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A slice of what {@code src-test/fuzz/run} does; the same mutations every time. */
class FuzzTest {

    private static final long SEED = 1;
    private static final int MUTATIONS = 20_000;

    private final Path root = Path.of(System.getProperty("recount.root", "../.."));
    private final Subject receipts = Subject.shipped(root.resolve("job/models"), "receipts");
    private final Subject meters = Subject.shipped(root.resolve("job/models"), "meters");
    private final Subject forms = Subject.forms(root.resolve("src-test/fuzz/src/main/resources"));

    FuzzTest() throws IOException {}

    @Test
    void decoderAndReferenceAgreeOnBrokenMessages() {
        Campaign campaign = new Campaign(SEED, List.of(receipts, meters, forms));
        campaign.run(0, MUTATIONS, done -> {});

        System.out.println("FuzzTest: seed " + SEED + ", " + campaign.kinds());
        assertThat(campaign.differences())
                .as("%d of %d, seed %d", campaign.differing(), MUTATIONS, SEED)
                .extracting(difference -> difference.number() + " " + difference.what())
                .isEmpty();
        for (Verdict.Kind kind : Verdict.Kind.values()) {
            assertThat(campaign.kinds().getOrDefault(kind, 0L))
                    .as("mutations that are %s", kind)
                    .isGreaterThan(200);
        }
    }

    @Test
    void decoderAndReferenceAgreeOnUnbrokenMessages() {
        for (Subject subject : List.of(receipts, meters, forms)) {
            Judgement judgement = new Judgement(subject);
            assertThat(subject.messages())
                    .extracting(message -> judgement.of(message.bytes()).difference())
                    .containsOnlyNulls();
        }
    }

    @Test
    void aMutationIsTheSameWheneverItIsMade() {
        byte[] message = receipts.messages().get(0).bytes();
        byte[] unchanged = message.clone();
        Supplier<byte[]> mutation = () -> new Mutator().mutate(message, message, new SplittableRandom(3));

        assertThat(mutation.get()).isEqualTo(mutation.get()).isNotEqualTo(message);
        assertThat(message).isEqualTo(unchanged);
    }

    @Test
    void aHugeExponentIsRefusedWithoutWritingItsZeros() {
        byte[] message = sample("\"1250.40\"", "1e2000000000");
        Judgement judgement = new Judgement(receipts);
        assertThat(judgement.of(message)).isEqualTo(new Judgement.Finding(Verdict.Kind.BAD, null));
        long before = cpuNanos();
        int times = 1_000;
        for (int i = 0; i < times; i++) {
            judgement.of(message);
        }

        assertThat(Duration.ofNanos((cpuNanos() - before) / times)).isLessThan(Duration.ofMillis(1));
    }

    @Test
    void differencesAreSeen() {
        Judgement judgement = new Judgement(new Subject("mixed", receipts.model(), forms.declared(), List.of()));

        assertThat(judgement.of(sample("x", "x")).difference())
                .startsWith("it is IGNORED (silent), and was taken for GOOD");
    }

    private byte[] sample(String value, String instead) {
        return new String(
                        receipts.messages().get(receipts.messages().size() - 11).bytes(), UTF_8)
                .replace(value, instead)
                .getBytes(UTF_8);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
