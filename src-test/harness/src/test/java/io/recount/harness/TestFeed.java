package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Scenario;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The feeds of a model, as tests look at them. */
record TestFeed(DeclaredModel model) {

    Expectation expectation(Scenario scenario) {
        Feed feed = Feed.of(model, scenario);
        Expectation expectation = new Expectation(model, feed.registers());
        feed.forEachRemaining(delivery -> expectation.add(delivery.value()));
        return expectation;
    }

    List<Delivery> deliveries(Scenario scenario) {
        List<Delivery> deliveries = new ArrayList<>();
        Feed.of(model, scenario).forEachRemaining(deliveries::add);
        return deliveries;
    }

    /** A hash of all that is delivered. */
    String hash(Scenario scenario) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Feed.of(model, scenario).forEachRemaining(delivery -> {
                digest.update(String.valueOf(delivery.key()).getBytes(StandardCharsets.UTF_8));
                digest.update((byte) delivery.partitionHint());
                digest.update(delivery.value());
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JDK has no SHA-256", e);
        }
    }

    /** The first group of the first place that matches, which is there. */
    static String find(Pattern pattern, Delivery delivery) {
        Matcher matcher = pattern.matcher(new String(delivery.value(), StandardCharsets.UTF_8));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
