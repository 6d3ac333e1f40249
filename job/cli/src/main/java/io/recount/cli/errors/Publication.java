package io.recount.cli.errors;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Pause;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.ServerError;
import io.recount.kafka.LogCheck;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.RecountJob;
import io.recount.pipeline.options.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Waits until the job has published what is in its topics. A server that is away for a while ends no waiting. */
public final class Publication {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Settings settings;
    private final Clock clock;
    private final Pause pause;
    private final Consumer<String> words;

    /** {@code words} takes what people have to know. */
    public Publication(Settings settings, Clock clock, Pause pause, Consumer<String> words) {
        this.settings = settings;
        this.clock = clock;
        this.pause = pause;
        this.words = words;
    }

    /**
     * What the newest commit is of, if that is another job than one of this model and the settings' line; empty as well while
     * there is none.
     *
     * @throws ClickHouseFailure if the ledger can't be read
     */
    public Optional<String> otherJob(Model model) throws ClickHouseFailure, InterruptedException {
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            Ledger ledger = new Ledger(client);
            Optional<Ledger.Entry> newest = ledger.newestCommit();
            return newest.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ledger.jobOf(newest.get().seal()))
                            .filter(job -> !RecountJob.isOf(job, model, settings.frozen()));
        }
    }

    /**
     * Returns whether all that is in the topics now was published before the time was over.
     *
     * @param atMost no longer than that; as long as it takes if it is empty
     * @throws ClickHouseFailure if the ledger can't be read, and no waiting would change that
     * @throws io.recount.kafka.LogUnavailableException if the topics can't be looked at
     */
    public boolean await(Optional<Duration> atMost) throws ClickHouseFailure, InterruptedException {
        Map<LogPartition, Long> ends = LogCheck.contents(settings.kafka()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, held -> held.getValue().end()));
        Instant begun = clock.instant();
        boolean isHinted = false;
        while (true) {
            long behind = behind(ends);
            if (behind == 0) {
                return true;
            }
            Duration waited = Duration.between(begun, clock.instant());
            if (atMost.isPresent() && waited.compareTo(atMost.get()) >= 0) {
                return false;
            }
            if (!isHinted && waited.compareTo(ANSWER) >= 0) {
                isHinted = true;
                words.accept(
                        "%,d records of the topics are not published yet. Next: see in Flink's web UI whether the job runs and completes checkpoints"
                                .formatted(behind));
            }
            pause.pause(BETWEEN_LOOKS);
        }
    }

    /** How many records are not published; more than none while that is not known. */
    private long behind(Map<LogPartition, Long> ends) throws ClickHouseFailure, InterruptedException {
        Map<String, Long> published = new HashMap<>();
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            new Ledger(client)
                    .newestCommit()
                    .ifPresent(newest ->
                            newest.seal().positions().forEach(each -> published.put(key(each), each.nextOffset())));
        } catch (ClickHouseFailure e) {
            if (e.outcome() != ServerError.Outcome.RETRY) {
                throw e;
            }
        }
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(
                        0,
                        end.getValue()
                                - published.getOrDefault(
                                        key(new Position(
                                                end.getKey().log().text(),
                                                end.getKey().partition(),
                                                0)),
                                        0L)))
                .sum();
    }

    private static String key(Position position) {
        return position.topic() + "/" + position.partition();
    }
}
