package io.recount.fuzz;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A model, as the job and as the harness read it, and messages of it to begin with.
 *
 * @param messages most of them good
 */
record Subject(String name, Model model, DeclaredModel declared, List<Message> messages) {

    private static final int GENERATED = 500;

    /** The bytes of a message; they are shared and never changed. */
    @SuppressWarnings("ArrayRecordComponent") // a wrapper of bytes, never compared
    record Message(byte[] bytes) {}

    /** A shipped model: messages of its generator, some of them disturbed, and the lines of its sample. */
    static Subject shipped(Path models, String name) throws IOException {
        Path file = models.resolve(name + ".yaml");
        Disturbances disturbances = Disturbances.usual().withBad(0.1).withDeletes(0.05);
        DeclaredModel declared = DeclaredModel.read(file);
        Feed feed = Feed.of(
                declared,
                Scenario.of(1, GENERATED)
                        .withRegisters(5)
                        .withTime(Instant.parse("2026-10-24T00:00:00Z"), Duration.ofDays(3))
                        .withDisturbances(disturbances));
        List<Message> messages = new ArrayList<>();
        while (feed.hasNext()) {
            Delivery delivery = feed.next();
            messages.add(new Message(delivery.value()));
        }
        messages.addAll(lines(models.resolve(name + ".sample.jsonl")));
        return new Subject(name, ModelFile.read(file), declared, messages);
    }

    /** Every type and form of field, and paths through objects. */
    static Subject forms(Path resources) throws IOException {
        Path file = resources.resolve("forms.yaml");
        return new Subject(
                "forms",
                ModelFile.read(file),
                DeclaredModel.read(file),
                lines(resources.resolve("forms.sample.jsonl")));
    }

    private static List<Message> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(line -> new Message(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
