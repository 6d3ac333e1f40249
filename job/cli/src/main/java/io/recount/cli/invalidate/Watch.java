package io.recount.cli.invalidate;

import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Pause;
import io.recount.clickhouse.ServerError;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waits for the end of a request. A server that is away for a while ends no waiting, and neither does a job: what was asked
 * for lies in the topic and is done once a job reads it. What may be wrong is said once.
 */
public final class Watch {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final StatusSource source;
    private final String topic;
    private final Clock clock;
    private final Pause pause;
    private final Consumer<String> words;
    private boolean isAway;
    private boolean isHinted;

    /** How waiting ended. */
    public enum Ending {
        DONE,
        CANCELLED,
        REFUSED,
        /** There is more to do, and there was no more time to wait. */
        TIMED_OUT
    }

    /**
     * Nothing happens yet.
     *
     * @param topic that requests are sent to
     * @param words takes what people have to know
     */
    public Watch(StatusSource source, String topic, Clock clock, Pause pause, Consumer<String> words) {
        this.source = source;
        this.topic = topic;
        this.clock = clock;
        this.pause = pause;
        this.words = words;
    }

    /**
     * Returns at the end of the request, or of the time.
     *
     * @throws ClickHouseFailure if its state can't be read, and no waiting would change that
     */
    public Ending untilEnd(String id, Optional<Duration> atMost, WatchView view)
            throws ClickHouseFailure, InterruptedException {
        Instant begun = clock.instant();
        boolean isAnswered = false;
        while (true) {
            Optional<RequestStatus> status = look(id);
            isAnswered |= status.isPresent();
            Optional<Ending> ending = status.flatMap(Watch::ending);
            status.ifPresent(view::at);
            if (ending.isPresent()) {
                return ending.get();
            }
            Duration waited = Duration.between(begun, clock.instant());
            if (atMost.isPresent() && waited.compareTo(atMost.get()) >= 0) {
                return Ending.TIMED_OUT;
            }
            if (!isAnswered && !isAway && !isHinted && waited.compareTo(ANSWER) >= 0) {
                isHinted = true;
                words.accept(hint());
            }
            pause.pause(BETWEEN_LOOKS);
        }
    }

    private static Optional<Ending> ending(RequestStatus status) {
        return switch (status.state()) {
            case WAITING, RUNNING, PAUSED -> Optional.empty();
            case DONE -> Optional.of(Ending.DONE);
            case CANCELLED -> Optional.of(Ending.CANCELLED);
            case REFUSED -> Optional.of(Ending.REFUSED);
        };
    }

    private Optional<RequestStatus> look(String id) throws ClickHouseFailure, InterruptedException {
        try {
            Optional<RequestStatus> status = source.find(id);
            isAway = false;
            return status;
        } catch (ClickHouseFailure e) {
            if (e.outcome() != ServerError.Outcome.RETRY) {
                throw e;
            }
            if (!isAway) {
                isAway = true;
                words.accept("Waiting on: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    private String hint() throws InterruptedException {
        String commits;
        try {
            commits = source.newestCommit()
                    .map(time -> "The newest commit is of " + time + ". ")
                    .orElse("No job has ever committed anything. ");
        } catch (ClickHouseFailure e) {
            commits = "";
        }
        return "No job has answered within " + ANSWER.toSeconds() + " s. " + commits
                + "Next: see in Flink's web UI whether the job runs and completes checkpoints, and in its log whether it"
                + " reads topic " + topic
                + " (invalidations.topic.name). The request stays there and is done once a job"
                + " reads it";
    }
}
