package io.recount.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.recount.cells.model.Model;
import io.recount.cli.output.Sheet;
import io.recount.cli.status.Lag;
import io.recount.cli.status.Published;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.kafka.LogCheck;
import io.recount.kafka.LogUnavailableException;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.AllShards;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says at a glance whether the job is well. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "Says how far the job is and how well: from the ledger, the tables and Kafka, without asking Flink.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is well",
            "1:a file is wrong, or the job is not well: no commit within --patience, or the counters do not balance",
            "2:usage",
            "3:an engine refused or failed"
        })
final class StatusCommand implements Callable<Integer> {

    private static final int STALEST = 10;
    private static final int NOT_WELL = 1;

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description =
                    "How old the newest commit may be; an idle job makes one in 5 min. Default: ${DEFAULT-VALUE}.",
            defaultValue = "420")
    private long patienceSeconds;

    @Mixin
    private FormatOption shown;

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        ClickHouseCluster cluster = settings.clickHouse();
        String all = AllShards.databaseOf(cluster);
        try (ClickHouseClient client = new ClickHouseClient(cluster.first().withDatabase(all))) {
            return say(settings, new Published(client, model));
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The tables can't be read. " + e.getMessage(), e);
        } catch (LogUnavailableException e) {
            throw new EngineRefusedException("Kafka can't be asked. " + e.getMessage(), e);
        }
    }

    private int say(Settings settings, Published published) throws ClickHouseFailure, InterruptedException {
        Sheet facts = new Sheet(List.of(new Sheet.Column("what", false), new Sheet.Column("is", false)));
        Optional<Published.Commit> newest = published.newestCommit();
        boolean isWell = false;
        if (newest.isEmpty()) {
            facts.add("last commit", "none: no job has published anything yet");
        } else {
            Published.Commit commit = newest.get();
            boolean isFresh = commit.ageSeconds() <= patienceSeconds;
            boolean isBalanced = commit.read() == commit.outcomes();
            isWell = isFresh && isBalanced;
            facts.add("job", commit.job() + ", timeline " + commit.timeline() + ", checkpoint " + commit.checkpoint());
            facts.add(
                    "last commit",
                    commit.committedAt()
                            + ", %,d s ago".formatted(commit.ageSeconds())
                            + (isFresh ? "" : ": the job is not running, or can not commit"));
            facts.add("watermark", commit.watermark());
            Lag lag = Lag.of(commit.positions(), LogCheck.contents(settings.kafka()));
            facts.add(
                    "lag",
                    "%,d records in %d partitions".formatted(lag.records(), lag.partitions())
                            + (lag.worst().isEmpty() ? "" : ", most of them in " + lag.worst()));
            facts.add(
                    "headroom",
                    "%.0f %% of what Kafka retains is published where it is least"
                            .formatted(100 * (1 - lag.retentionUsed())));
            facts.add(
                    "freshness",
                    published
                            .freshnessMillis()
                            .map(millis -> String.format(
                                    Locale.ROOT,
                                    "documents of the last hour took %.1f s, 1 %% of them over %.1f s, the slowest %.1f s",
                                    millis[0] / 1e3,
                                    millis[1] / 1e3,
                                    millis[2] / 1e3))
                            .orElse("no documents in the last hour"));
            facts.add(
                    "conservation",
                    "%,d records read, %,d with an outcome".formatted(commit.read(), commit.outcomes())
                            + (isBalanced ? "" : ": they should be as many"));
        }
        facts.add("gaps of the log", "%,d".formatted(published.number("SELECT count() FROM log_gaps")));
        facts.add(
                "requests under way",
                "%,d"
                        .formatted(published.number(
                                "SELECT count() FROM invalidations WHERE state IN ('waiting', 'running', 'paused')")));
        facts.add(
                "audit",
                published.newestAudit().map(Published.Audited::words).orElse("none: recount audit was never run"));
        print(facts, published.openErrors(), published.stalest(STALEST));
        return isWell ? 0 : NOT_WELL;
    }

    private void print(Sheet facts, Sheet errors, Sheet stalest) {
        PrintWriter out = spec.commandLine().getOut();
        if (shown.format() == Sheet.Format.json) {
            out.println(json(facts, errors, stalest));
            return;
        }
        facts.print(shown.format(), out);
        print("Errors that stand", errors, out);
        print("Registers that have been silent for longest", stalest, out);
    }

    private static String json(Sheet facts, Sheet errors, Sheet stalest) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            json.writeStartObject();
            json.writeFieldName("facts");
            facts.write(json);
            json.writeFieldName("errors");
            errors.write(json);
            json.writeFieldName("stalest");
            stalest.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void print(String title, Sheet sheet, PrintWriter out) {
        out.println();
        if (shown.isForPeople()) {
            out.println(title + (sheet.rows().isEmpty() ? ": none" : ""));
        }
        if (!shown.isForPeople() || !sheet.rows().isEmpty()) {
            sheet.print(shown.format(), out);
        }
    }
}
