package io.recount.cli.load;

import io.recount.kafka.ExactAppender;
import io.recount.kafka.LogWriteException;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.publish.DeadLetterWriter;
import io.recount.pipeline.types.DeadLetter;
import io.recount.pipeline.types.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The topic, with the number of lines that are done; and {@code dead_letters} for the bad ones. Those are written before the
 * batch is committed, and perhaps once more after a crash, which leaves one row. Nothing of the topic is held up meanwhile: a
 * transaction is open only while its records are under way.
 */
final class TopicDestination implements Destination {

    private final LoadFile file;
    private final String deadLetterTopic;
    private final int excerptBytes;
    private final boolean keepsPayload;
    private final InstantSource clock;
    private final DeadLetterWriter deadLetters;
    private final ExactAppender appender;

    private TopicDestination(
            LoadFile file, String input, Settings settings, InstantSource clock, ExactAppender appender) {
        this.file = file;
        // What stands behind the @ is cut off for people.
        this.deadLetterTopic = "file:" + file.name().replace("@", "%40") + "@" + input;
        this.excerptBytes = settings.excerptBytes();
        this.keepsPayload = settings.documentsRaw();
        this.clock = clock;
        this.deadLetters = new DeadLetterWriter(settings.clickHouse().first(), settings.commitBudget());
        this.appender = appender;
    }

    /** Of that topic. */
    static Opening in(String topic, Settings settings, InstantSource clock) {
        return (file, input) -> new TopicDestination(
                file,
                input,
                settings,
                clock,
                ExactAppender.open(settings.kafka(), topic, input, settings.messageBytes()));
    }

    @Override
    public Optional<Loaded.Reached> reached() {
        return appender.progress()
                .map(progress -> Loaded.of(progress.position(), progress.note())
                        .orElseThrow(() -> new WrongFileException(
                                ("%s was loaded up to line %,d by a release that this one does not understand."
                                                + " Next: load the rest with that release")
                                        .formatted(file.name(), progress.position()),
                                null)));
    }

    @Override
    public void take(Batch batch) throws InterruptedException {
        try {
            deadLetters.write(batch.badLines().stream().map(this::deadLetter).toList());
        } catch (IOException e) {
            throw new LoadFailedException(
                    "%s: the bad lines up to line %,d can't be written down. %s"
                            .formatted(file.name(), batch.after().lines(), e.getMessage()),
                    e);
        }
        try {
            appender.append(
                    batch.records(),
                    new ExactAppender.Progress(
                            batch.after().lines(), batch.after().note(file.name())));
        } catch (LogWriteException e) {
            String where = e.recordIndex().isPresent()
                    ? file.name()
                            + ", line %,d"
                                    .formatted(
                                            batch.lineOfRecord(e.recordIndex().getAsInt()))
                    : file.name();
            throw new LoadFailedException(where + ": " + e.getMessage(), e);
        }
    }

    private DeadLetter deadLetter(Batch.BadLine bad) {
        byte[] bytes = bad.line().bytes();
        return new DeadLetter(
                deadLetterTopic,
                0,
                bad.line().number(),
                clock.millis(),
                bad.line().hash(),
                (int) Math.min(bad.line().sizeBytes(), Integer.MAX_VALUE),
                bad.problem(),
                new String(bytes, 0, Math.min(bytes.length, excerptBytes), StandardCharsets.UTF_8),
                keepsPayload && bad.line().isWhole() ? Payload.of(bytes) : Payload.NONE);
    }

    @Override
    public void close() {
        appender.close();
    }
}
