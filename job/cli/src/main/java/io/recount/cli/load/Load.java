package io.recount.cli.load;

import io.recount.cells.model.Model;
import io.recount.cli.load.LoadView.Activity;
import io.recount.pipeline.options.Settings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Loads files, one after another: compares what was loaded of a file before with what it holds now, and goes on behind it.
 * Whatever ends it, what the destination has taken stays, and the next load goes on from there.
 */
public final class Load {

    private static final Duration LONGEST_GATHERING = Duration.ofSeconds(1);
    private static final int SHOWN_EVERY_LINES = 1_000;

    private final LineSorter sorter;
    private final int maxBytes;
    private final ExpansionLimit limit;
    private final Destination.Opening destinations;
    private final LoadView.Opening views;
    private final Pace pace;

    /** {@code maxBytes} is what a message may have. */
    Load(
            Model model,
            int maxBytes,
            ExpansionLimit limit,
            Destination.Opening destinations,
            LoadView.Opening views,
            Pace pace) {
        this.sorter = new LineSorter(model, maxBytes);
        this.maxBytes = maxBytes;
        this.limit = limit;
        this.destinations = destinations;
        this.views = views;
        this.pace = pace;
    }

    /** Into a topic, as {@link TopicDestination} says. */
    public static Load into(
            String topic,
            Settings settings,
            Model model,
            ExpansionLimit limit,
            LoadView.Opening views,
            Pace pace,
            InstantSource clock) {
        return new Load(
                model, settings.messageBytes(), limit, TopicDestination.in(topic, settings, clock), views, pace);
    }

    /** Of nothing into nowhere: {@code words} takes what is bad. */
    public static Load rehearsal(
            Settings settings,
            Model model,
            ExpansionLimit limit,
            LoadView.Opening views,
            Pace pace,
            Consumer<String> words) {
        return new Load(model, settings.messageBytes(), limit, Rehearsal.saying(words), views, pace);
    }

    /**
     * Loads what is left of a file.
     *
     * @throws WrongFileException if there is something wrong with it; all that is in front of that is loaded
     * @throws LoadFailedException if lines were not taken
     * @throws LoadStoppedException if it is asked to end
     */
    public LoadResult load(LoadFile file, Ending ending) throws InterruptedException {
        long startNanos = System.nanoTime();
        // Opened once: the next time there may be another file in its place.
        try (Content content = Content.open(file, limit, maxBytes)) {
            Batch beginning = new Batch(Loaded.NOTHING, pace.batchLines());
            Optional<Line> first = file.givenName().isPresent() ? Optional.empty() : first(content, beginning);
            Optional<String> input = file.givenInput().or(() -> first.map(LoadFile::inputBy));
            if (input.isEmpty()) {
                return new LoadResult(file, Loaded.NOTHING, beginning.after(), since(startNanos));
            }
            try (Destination destination = destinations.open(file, input.get());
                    LoadView view = views.open(file)) {
                // What ends in front of the first line that is not blank is nothing yet.
                Optional<Loaded.Reached> reached =
                        destination.reached().filter(known -> known.loaded().lines() >= content.lines());
                if (reached.isPresent()) {
                    compare(file, content, reached.get(), view);
                    beginning = new Batch(reached.get().loaded(), pace.batchLines());
                } else if (first.isPresent()) {
                    add(first.get(), beginning, file, content);
                }
                Loaded before = reached.map(Loaded.Reached::loaded).orElse(Loaded.NOTHING);
                Loaded all = loadRest(file, content, beginning, destination, view, ending);
                return new LoadResult(file, before, all, since(startNanos));
            }
        }
    }

    /** The first line that is not blank; those in front of it are in the batch. */
    private static Optional<Line> first(Content content, Batch batch) {
        Line line = content.next();
        while (line != null && line.isBlank()) {
            batch.add(line, new LineSorter.Empty(), content);
            line = content.next();
        }
        return Optional.ofNullable(line);
    }

    /** Passes over what was loaded before, if it is that. */
    private static void compare(LoadFile file, Content content, Loaded.Reached reached, LoadView view) {
        while (content.lines() < reached.loaded().lines()) {
            if (content.next() == null) {
                throw changed(file, "ends behind line %,d".formatted(content.lines()), reached);
            }
            if (content.lines() % SHOWN_EVERY_LINES == 0) {
                view.at(Activity.COMPARED, content.position(), content.lines());
            }
        }
        if (!reached.isOf(content)) {
            throw changed(file, "holds other lines up to there", reached);
        }
    }

    private static WrongFileException changed(LoadFile file, String what, Loaded.Reached reached) {
        String known = file.givenName().map(name -> "of the name " + name).orElse("with the same first line");
        return new WrongFileException(
                ("%s has changed, or is not the file it seems to be: %s, a file %s, was loaded up to line %,d, and this one %s."
                                + " Nothing of it was loaded now. Next: restore the file as it was; or, if all of its lines are to"
                                + " be loaded, give it a --name of its own")
                        .formatted(
                                file.name(),
                                reached.fileName(),
                                known,
                                reached.loaded().lines(),
                                what),
                null);
    }

    private Loaded loadRest(
            LoadFile file, Content content, Batch beginning, Destination destination, LoadView view, Ending ending)
            throws InterruptedException {
        Batch batch = beginning;
        pace.start();
        while (true) {
            WrongFileException wrong = null;
            boolean isEnd = false;
            try {
                isEnd = fill(batch, file, content);
            } catch (WrongFileException e) {
                wrong = e;
            }
            Loaded done = batch.after();
            if (!batch.isEmpty()) {
                destination.take(batch);
                view.at(Activity.DONE, content.position(), done.lines());
                pace.after(batch.lines());
            }
            if (wrong != null) {
                throw wrong;
            }
            if (isEnd) {
                return done;
            }
            if (ending.isAsked()) {
                throw new LoadStoppedException(file, done);
            }
            batch = new Batch(done, pace.batchLines());
        }
    }

    /** Whether the file ends with it. What is slow to come, through a pipe, is not waited for long. */
    private boolean fill(Batch batch, LoadFile file, Content content) {
        long startNanos = System.nanoTime();
        while (!batch.isFull() && since(startNanos).compareTo(LONGEST_GATHERING) < 0) {
            Line line = content.next();
            // A message may be on its way into a blank line without an end.
            if (line == null || (line.isBlank() && !line.isTerminated())) {
                return true;
            }
            add(line, batch, file, content);
        }
        return false;
    }

    private void add(Line line, Batch batch, LoadFile file, Content content) {
        LineSorter.Sorted sorted = sorter.sort(line);
        if (sorted instanceof LineSorter.Bad && !line.isTerminated()) {
            throw unfinished(file, line);
        }
        batch.add(line, sorted, content);
    }

    private static WrongFileException unfinished(LoadFile file, Line line) {
        return new WrongFileException(
                ("%s ends in the middle of line %,d, which is no message: it is not all of the file. Next: get all of it and"
                                + " load it again, which goes on with that line; or end the line, if it is meant to be like that")
                        .formatted(file.name(), line.number()),
                null);
    }

    private static Duration since(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
