package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.verdict.Verdict;
import io.recount.demo.verdict.VerdictText;

/** What is asked of the verdict of a run. */
final class Verdicts {

    private Verdicts() {}

    /** Fails with the rows that are wrong. */
    static void assertExact(Verdict verdict) {
        assertThat(verdict.isExact())
                .as("%s", String.join("\n", VerdictText.lines(verdict)))
                .isTrue();
    }
}
