package io.recount.demo;

import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Messages;
import io.recount.demo.feed.Paced;
import io.recount.demo.feed.Topic;
import io.recount.demo.report.Reports;
import io.recount.demo.verdict.Judge;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.PopularColumns;
import io.recount.demo.verdict.Tampering;
import io.recount.demo.verdict.Verdict;
import io.recount.demo.verdict.VerdictFile;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import io.recount.local.ClickHouseEngine;
import io.recount.local.FlinkEngine;
import io.recount.local.Lifetime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run: empty engines, the job, a feed, a comparison. What fails is a {@link RuntimeException} whose message is for
 * people. Closing stops the engines, also in the middle of a run.
 */
public final class DemoRun implements AutoCloseable {

    private static final int PARTITIONS = 4;
    private static final int REPORT_ROWS = 10;
    private static final Duration DEAD_LETTERS = Duration.ofMinutes(1);

    private final DemoOptions options;
    private final FolderLock lock;
    private final Screen screen;
    private final Engines engines;
    private final Job job;
    private final Topic topic;
    private final ClickHouseHttp clickHouse;
    private final DeclaredModel model;
    private final DocumentRoles roles;
    private final Incidents incidents = new Incidents();
    private Duration outage = Duration.ZERO;
    private IntSupplier perSecond = () -> 0;
    private boolean transactional;
    private @Nullable SecondShard secondShard;

    private DemoRun(DemoOptions options, FolderLock lock, Screen screen, UnaryOperator<Engines> choice) {
        this.options = options;
        this.lock = lock;
        this.screen = screen;
        this.engines = choice.apply(Engines.in(
                options.folder(),
                options.ports(),
                options.parallelism(),
                options.keep() ? Lifetime.DETACHED : Lifetime.ATTACHED));
        this.model = readable(options.model(), DeclaredModel::read);
        this.topic = new Topic(engines.kafka().bootstrapServers(), model.name(), PARTITIONS);
        this.job = new Job(options, engines, topic.name());
        this.clickHouse = job.clickHouse();
        this.roles = readable(options.model(), DocumentRoles::read);
    }

    /** Empties the folder of the run, and stops engines that an earlier one left there. */
    static DemoRun with(DemoOptions options, Screen screen) {
        return with(options, screen, UnaryOperator.identity());
    }

    private static DemoRun with(DemoOptions options, Screen screen, UnaryOperator<Engines> choice) {
        FolderLock lock = FolderLock.of(options.folder());
        if (Leftovers.stop(options.folder())) {
            screen.step("Engines of an earlier run were still up; they are stopped now");
        }
        Leftovers.remove(options.folder());
        options.ports().requireFree();
        return new DemoRun(options, lock, screen, choice);
    }

    /** A run that tells on standard output what it does. */
    public static DemoRun with(DemoOptions options) {
        return with(options, new Screen(System.out, false));
    }

    /** The same on another cluster, which has a folder outside that of the run. */
    public static DemoRun with(DemoOptions options, FlinkEngine flink) {
        return with(options, new Screen(System.out, false), engines -> engines.withFlink(flink));
    }

    /**
     * Lets something befall the engines once half of the documents are fed and some of them published. Several incidents
     * divide the documents into equal portions: each strikes when some of the next portion is published, and lets the
     * feeding of the one after it begin.
     */
    public DemoRun midway(Incident befalling) {
        incidents.add(befalling, false);
        return this;
    }

    /** The same, but what comes behind it is fed only when it is over; {@link JobEnd#GO_BACK} has some of it fed sooner. */
    public DemoRun pausing(Incident befalling) {
        incidents.add(befalling, true);
        return this;
    }

    /** Engines may be away for so long on purpose, and nothing be published meanwhile. */
    public DemoRun withstanding(Duration longest) {
        outage = longest;
        return this;
    }

    /** Feeds so many messages a second, which is asked again and again; 0: as fast as Kafka takes them. */
    public DemoRun paced(IntSupplier messages) {
        perSecond = messages;
        return this;
    }

    /** Feeds in transactions. */
    public DemoRun inTransactions() {
        transactional = true;
        return this;
    }

    /** Sets a key of the job's configuration. */
    public DemoRun configured(String key, String value) {
        job.set(key, value);
        return this;
    }

    /** Has the rows spread over one more server, which runs already and is not stopped by this. */
    public DemoRun sharded(ClickHouseEngine second, int weight) {
        secondShard = new SecondShard(second, weight);
        job.addShard(secondShard.endpoint());
        return this;
    }

    /** Has the job reach ClickHouse by that address, where something stands that hands its requests on. */
    public DemoRun relayed(URI relay) {
        job.reachFirstShard(relay.toString());
        return this;
    }

    public Engines engines() {
        return engines;
    }

    /** Ends the running job and goes on from what is left of it. */
    public void restart(JobEnd end) {
        job.restart(end, incidents::feedMore);
        screen.step("The job was ended by %s and another one goes on".formatted(end));
    }

    /** Ends the running job; returns the savepoint that is left of it, if any. Nothing is watched until a job goes on. */
    public Optional<String> end(JobEnd end) {
        Optional<String> savepoint = job.end(end, incidents::feedMore);
        screen.step("The job was ended by %s".formatted(end));
        return savepoint;
    }

    /** Has a job go on after {@link #end}: from the savepoint, or without one from what the ledger says. */
    public void goOn(Optional<String> savepoint) {
        job.goOn(savepoint, OptionalInt.empty());
        screen.step("Another job goes on from " + savepoint.orElse("the ledger"));
    }

    /** Creates what is missing of database, tables and views. */
    public void applySchema() {
        job.applySchema();
        screen.step("The tables are there again");
    }

    /** Like {@link #restart} with another number of subtasks; returns when they have completed a checkpoint. */
    public void rescale(JobEnd end, int parallelism) {
        job.rescale(end, parallelism, incidents::feedMore);
        screen.step("The job was ended by %s and goes on with parallelism %d".formatted(end, parallelism));
    }

    /** Starts the job on another cluster from one of its checkpoints and watches that one from now on; nobody tells the old one. */
    public void goOnAt(FlinkEngine other, String checkpoint) {
        job.goOnAt(other, checkpoint);
        screen.step("The job goes on at %s from %s".formatted(other.webUi(), checkpoint));
    }

    /** Says that somebody else has started that job, which is watched from now on; empty: is about to end the one there is. */
    public void watch(String jobId) {
        job.watch(jobId);
        screen.step(jobId.isEmpty() ? "The job is left to somebody else" : "Somebody else has started job " + jobId);
    }

    /** What Flink calls the job that is watched. */
    public String jobId() {
        return job.id();
    }

    /** Where the job reads; what is put there after {@link #run} is published, too. */
    public Topic topic() {
        return topic;
    }

    /** Another look at what is published. */
    public ClickHouseHttp clickHouse() {
        return clickHouse;
    }

    /** Does it all; the engines are up afterwards. */
    public Verdict run() throws Exception {
        try (Messages messages = messages()) {
            new Startup(engines, job, topic, screen).run(roles.key(), messages.registers());
            job.submit();
            screen.step("The job is submitted; its configuration is " + job.configuration());
            screen.step("Look around: curl '" + engines.clickHouse().httpEndpoint() + "/?database=" + Job.DATABASE
                    + "' --data-binary 'SELECT * FROM shift_report LIMIT 1 FORMAT Vertical'");

            Expectation expectation = new Expectation(model, messages.registers());
            LedgerRow ledger = publish(messages, expectation);
            tamper();
            show();
            Verdict verdict = judge(expectation, ledger);
            VerdictFile.write(verdict, options.folder().resolve("verdict.json"));
            return verdict;
        }
    }

    private Messages messages() throws IOException {
        return options.input().isPresent()
                ? Messages.ofFile(options.input().get(), model)
                : Messages.generated(model, options.scenario());
    }

    private LedgerRow publish(Messages messages, Expectation expectation) {
        Iterator<Delivery> deliveries = new Paced(
                incidents.dividing(messages.deliveries(), options.scenario().documents()), perSecond);
        Feeding feeding = new Feeding(topic, deliveries, options.input().isPresent() ? bytes -> {} : expectation::add);
        if (transactional) {
            feeding.inTransactions();
        }
        Publication publication = new Publication(engines, job, topic, feeding.start(), outage, screen);
        CompletableFuture<Void> befalling = incidents.befall(engines, feeding, publication);
        LedgerRow ledger = publication.awaitAll();
        befalling.join();
        LedgerRow published = ledger.without(feeding.marks());
        screen.step("All %,d messages are published".formatted(published.committed()));
        return published;
    }

    private void tamper() {
        if (options.tamper() == 0) {
            return;
        }
        Tampering tampering = new Tampering(clickHouse, roles, PopularColumns.of(clickHouse, model));
        long falsified = tampering.cells(options.tamper());
        screen.step("%,d published cells were falsified by hand".formatted(falsified));
        if (falsified < options.tamper()) {
            throw new DemoFailure("There are only %,d cells; tamper with fewer.".formatted(falsified));
        }
    }

    private void show() {
        Reports reports = new Reports(clickHouse, roles, PopularColumns.of(clickHouse, model));
        if (options.input().isPresent()) {
            screen.table("Cells, from the view cell_report", reports.cells(REPORT_ROWS));
        } else {
            screen.table("Busiest hours of stores, from the view store_hour_report", reports.storeHours(REPORT_ROWS));
        }
        screen.table("Largest shifts, from the view shift_report", reports.shifts(REPORT_ROWS));
        screen.line("");
    }

    private Verdict judge(Expectation expectation, LedgerRow ledger) {
        ClickHouseHttp published = secondShard == null ? clickHouse : secondShard.gather(job, engines.clickHouse());
        Judge judge = new Judge(published, model, roles, screen::step);
        if (options.input().isPresent()) {
            screen.step("Nothing is expected of these messages: tables are audited against a fold of documents in SQL");
            return judge.audited(ledger.committed(), ledger);
        }
        long expected = expectation.outcomes().distinctRejected();
        // They are written beside the checkpoints; a count that stays wrong is in the verdict.
        boolean unused = Await.within(() -> Judge.deadLetters(clickHouse) >= expected, DEAD_LETTERS);
        return judge.against(expectation, ledger);
    }

    @Override
    public void close() {
        try (lock) {
            if (engines.stopRunning()) {
                screen.step("The engines are stopped");
            }
        }
    }

    private static <T> T readable(Path file, ModelReader<T> reader) {
        try {
            return reader.read(file);
        } catch (IOException e) {
            throw new DemoFailure("The model file " + file + " can't be read. Give another one with --model.", e);
        } catch (RuntimeException e) {
            throw new DemoFailure(
                    "The model file " + file + " is wrong. deploy/recount model check " + file + " says where.", e);
        }
    }

    /** Reads something of a model file. */
    private interface ModelReader<T> {
        T read(Path file) throws IOException;
    }
}
