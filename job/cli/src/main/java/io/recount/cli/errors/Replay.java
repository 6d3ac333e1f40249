package io.recount.cli.errors;

import io.recount.cells.Decoded;
import io.recount.cells.Document;
import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.cli.errors.StandingErrors.Standing;
import io.recount.cli.load.Ending;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.kafka.NewRecord;
import io.recount.pipeline.decode.DecodeOperator;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.types.Counters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads messages again that stand as errors, by the model as it is now, and sends those that can be read to the job once
 * more: it takes the readable one of two readings of a message. What is sent is no error any more once it is published, so
 * that a replay which begins after that never sends a message twice.
 */
public final class Replay {

    private static final int MOST_MESSAGES = 250;
    private static final long MOST_BYTES = 1 << 24;

    private final StandingErrors errors;
    private final DocumentDecoder decoder;
    private final FrozenLine frozen;
    private final ReplayView view;

    /** By decoder and line of the job. */
    public Replay(StandingErrors errors, Model model, Settings settings, ReplayView view) {
        this.errors = errors;
        this.decoder = new DocumentDecoder(model, new Layout(model), settings.messageBytes());
        this.frozen = settings.frozen();
        this.view = view;
    }

    /** Sends nothing. */
    public ReplayResult rehearse() throws ClickHouseFailure, InterruptedException {
        return run((topic, records) -> {}, topic -> topic, () -> false);
    }

    /**
     * Sends what can be read. Once it is asked to end, what is under way gets through, and the rest is left.
     *
     * @throws io.recount.kafka.LogWriteException if a topic did not take it; what was sent before stays
     */
    public ReplayResult run(ReplayTopics topics, Ending ending) throws ClickHouseFailure, InterruptedException {
        return run(topics::append, topics::of, ending::isAsked);
    }

    @FunctionalInterface
    private interface Sender {
        void send(String topic, List<NewRecord> records);
    }

    @FunctionalInterface
    private interface Route {
        String of(String topic);
    }

    @FunctionalInterface
    private interface Stop {
        boolean isAsked();
    }

    private ReplayResult run(Sender sender, Route route, Stop stop) throws ClickHouseFailure, InterruptedException {
        ReplayResult result = new ReplayResult();
        Map<Long, Standing> standing = new HashMap<>(errors.list());
        long kept = standing.values().stream().filter(Standing::kept).count();
        standing.values().stream().filter(each -> !each.kept()).forEach(each -> result.notKept(each.reason()));
        standing.values().removeIf(each -> !each.kept());
        Gathered gathered = new Gathered(sender);
        errors.forEachKept((hash, topic, message) -> {
            Standing error = stop.isAsked() ? null : standing.remove(hash);
            if (error == null) {
                return;
            }
            Decoded decoded = decoder.decode(message);
            if (decoded instanceof Document document
                    && document.state() != Document.State.BAD
                    && !frozen.isFrozen(document.cell())) {
                result.readable(hash, error.reason());
                gathered.add(route.of(topic), new NewRecord(document.key().getBytes(StandardCharsets.UTF_8), message));
            } else {
                result.unreadable(error.reason(), now(decoded));
            }
            view.at(kept - standing.size(), kept);
        });
        gathered.sendAll();
        return result;
    }

    /** In the words of the job. */
    private String now(Decoded decoded) {
        if (decoded instanceof Document document && frozen.isFrozen(document.cell())) {
            return Counters.ignored(DecodeOperator.FROZEN);
        }
        if (decoded instanceof Decoded.Ignored ignored) {
            return Counters.ignored(ignored.rule());
        }
        return decoded instanceof Decoded.Rejected rejected
                ? rejected.problem().reason().name()
                : Objects.requireNonNull(((Document) decoded).problem())
                        .reason()
                        .name();
    }

    /** Records that are sent together. */
    private static final class Gathered {

        private final Sender sender;
        private final Map<String, List<NewRecord>> byTopic = new HashMap<>();
        private int messages;
        private long bytes;

        Gathered(Sender sender) {
            this.sender = sender;
        }

        void add(String topic, NewRecord record) {
            byTopic.computeIfAbsent(topic, name -> new ArrayList<>()).add(record);
            messages++;
            bytes += record.value().length;
            if (messages >= MOST_MESSAGES || bytes >= MOST_BYTES) {
                sendAll();
            }
        }

        void sendAll() {
            byTopic.forEach(sender::send);
            byTopic.clear();
            messages = 0;
            bytes = 0;
        }
    }
}
