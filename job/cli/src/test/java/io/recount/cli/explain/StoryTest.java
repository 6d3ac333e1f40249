package io.recount.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cli.explain.Version.Placed;
import io.recount.cli.explain.Version.State;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryTest {

    private static final Placed HERE = new Placed("1", 0);
    private static final Placed THERE = new Placed("2", 3600);

    @Test
    void aDocumentThatMovedAwayIsNotCountedHere() {
        Version first = version(0, "1", State.GOOD, HERE, 10);
        Version second = version(1, "2", State.GOOD, THERE, 11);
        Story story = new Story(HERE, List.of(first, second), 7);
        assertThat(story.state(first)).isEqualTo("moved away to shift 2, 1970-01-01T01:00:00Z");
        assertThat(story.cause(second)).isEqualTo("correction, move from shift 1, 1970-01-01T00:00:00Z");
        assertThat(story.isCounted(first) || story.isCounted(second)).isFalse();
        assertThat(new Story(THERE, List.of(first, second), 7).state(first))
                .isEqualTo("moved in from shift 1, 1970-01-01T00:00:00Z");
    }

    @Test
    void ofEqualVersionsTheOneOfTheGreaterHashIsCountedWheneverItCame() {
        Version loser = version(0, "1", State.GOOD, HERE, 11);
        Version winner = version(1, "1", State.GOOD, HERE, 10);
        Story story = new Story(HERE, List.of(loser, winner), 7);
        assertThat(story.isCounted(winner)).isTrue();
        assertThat(story.isCounted(loser)).isFalse();
        assertThat(story.state(loser)).startsWith("lost the tie");
        assertThat(story.cause(loser)).isEqualTo("tie");
        assertThat(story.cause(winner)).isEqualTo("new");
    }

    @Test
    void aVersionThatIsWrittenTwiceIsCountedOnce() {
        Version once = version(0, "1", State.GOOD, HERE, 10);
        Version again = version(0, "1", State.GOOD, HERE, 11);
        Story story = new Story(HERE, List.of(once, again), 7);
        assertThat(story.isCounted(once)).isTrue();
        assertThat(story.isCounted(again)).isFalse();
        assertThat(story.state(again)).isEqualTo("written again, counted once");
    }

    @Test
    void badAndDeletedVersionsAreNamed() {
        Version bad = version(0, "1", State.BAD, HERE, 10);
        Version good = version(1, "2", State.GOOD, HERE, 11);
        assertThat(new Story(HERE, List.of(bad), 7).state(bad)).isEqualTo("bad (REASON): an error");
        assertThat(new Story(HERE, List.of(bad, good), 7).cause(good)).isEqualTo("correction of a bad version");
        Version deleted = version(2, "3", State.DELETED, HERE, 12);
        Story story = new Story(HERE, List.of(bad, good, deleted), 7);
        assertThat(story.state(deleted)).isEqualTo("deleted");
        assertThat(story.state(good)).isEqualTo("superseded");
        assertThat(story.cause(deleted)).isEqualTo("delete");
    }

    @Test
    void whatNoCommitCoversDecidesNothing() {
        Version first = version(0, "1", State.GOOD, HERE, 10);
        Version ahead = new Version(
                "1",
                "2",
                BigInteger.ONE,
                State.GOOD,
                "",
                false,
                false,
                7,
                "t@1",
                0,
                11,
                Instant.EPOCH,
                HERE,
                true,
                1,
                1);
        Story story = new Story(HERE, List.of(first, ahead), 7);
        assertThat(story.state(first)).isEqualTo("counted");
        assertThat(story.state(ahead)).isEqualTo("not counted: not committed");
        Story wentBack = new Story(HERE, List.of(first, ahead), 8);
        assertThat(wentBack.state(first)).isEqualTo("counted");
        assertThat(wentBack.state(ahead)).isEqualTo("not counted: abandoned, the job went back behind it");
    }

    private static Version version(int rank, String version, State state, Placed placed, long offset) {
        return new Version(
                "1",
                version,
                BigInteger.valueOf(rank),
                state,
                state == State.BAD ? "REASON" : "",
                false,
                true,
                7,
                "t@1",
                0,
                offset,
                Instant.EPOCH,
                placed,
                true,
                1,
                rank);
    }
}
