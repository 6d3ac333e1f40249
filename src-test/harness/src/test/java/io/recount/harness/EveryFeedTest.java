package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Outcomes;
import io.recount.harness.feed.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is true of the feeds of every shipped model. */
class EveryFeedTest {

    /** Written down, because another JVM may iterate in another order. Whoever changes what is generated changes it. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "receipts, a6241f6efa40cfc3f70acee0b00025c56eac053f4c362a12235c6cdbba53f947",
        "meters, 323f0c533df1fd05783ea566b2829aa98a33c9af31a14baa247648d8939c250c"
    })
    void aSeedGivesTheSameBytes(String model, String expected) {
        TestFeed feed = new TestFeed(ModelUnderTest.shipped(model));
        Scenario scenario = Scenario.of(7, 5_000);
        String first = feed.hash(scenario);
        System.out.println("seed 7, 5000 " + model + ": " + first);
        assertThat(feed.hash(scenario)).isEqualTo(first);
        assertThat(first).isEqualTo(expected);
        assertThat(feed.hash(scenario.withSeed(8))).isNotEqualTo(first);
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({"receipts, 1", "receipts, 2", "meters, 1", "meters, 2"})
    void twentyThousandDocumentsShowEveryMeasure(String model, long seed) {
        TestFeed feed = new TestFeed(ModelUnderTest.shipped(model));
        assertThat(feed.expectation(Scenario.of(seed, 20_000)).measuresNeverSeen())
                .isEmpty();
    }

    @ParameterizedTest(name = "{1} of {0}")
    @CsvSource({
        "receipts, 0", "receipts, 1", "receipts, 7", "receipts, 1000", "receipts, 3333",
        "meters, 0", "meters, 1", "meters, 7", "meters, 1000", "meters, 3333"
    })
    void everyDraftIsOneDocument(String model, int drafts) {
        Scenario scenario = Scenario.of(3, drafts).withRegisters(9);
        Outcomes outcomes = new TestFeed(ModelUnderTest.shipped(model))
                .expectation(scenario)
                .outcomes();
        assertThat(outcomes.documents() + outcomes.errors() + outcomes.deleted())
                .isEqualTo(drafts);
    }
}
