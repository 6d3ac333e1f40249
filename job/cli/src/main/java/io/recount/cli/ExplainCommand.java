package io.recount.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cli.explain.Explanation;
import io.recount.cli.invalidate.PointInTime;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Seal;
import io.recount.pipeline.audit.ExplainSql;
import io.recount.pipeline.options.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says how a cell came to its value. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Lists every version of each document that is or was in a cell, with what became of it and where it came from;"
                    + " then the rows that are left of what was published of the cell, newest first. Of a key a merge keeps"
                    + " the newest row only.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:explained",
            "1:a file is wrong, or nothing is known of the cell",
            "2:usage",
            "3:an engine refused or failed"
        })
final class ExplainCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Parameters(index = "0", paramLabel = "REGISTER", description = "The key of the documents.")
    private String register;

    @Parameters(index = "1", paramLabel = "SHIFT", description = "The shift's number; 0 in a model without shifts.")
    private String shift;

    @Parameters(
            index = "2",
            paramLabel = "BUCKET",
            converter = PointInTime.class,
            description = "A time in the bucket, such as 2026-01-31T08:00:00Z.")
    private Instant bucket;

    @Parameters(
            index = "3",
            arity = "0..1",
            paramLabel = "MEASURE",
            description = "Also what each document contributes to it.")
    private @Nullable String measureName;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "For people or for programs: ${COMPLETION-CANDIDATES}.",
            defaultValue = "table")
    private Format format = Format.table;

    /** For people or for programs. */
    enum Format {
        table,
        json
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!shift.matches("[0-9]{1,20}")) {
            throw new ParameterException(spec.commandLine(), "SHIFT is '" + shift + "'. Write its number");
        }
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        Optional<Measure> measure = Optional.ofNullable(measureName).map(name -> measure(model, name));
        Duration length = model.document().bucket();
        long seconds = bucket.getEpochSecond();
        ExplainSql.Place place =
                new ExplainSql.Place(register, shift, seconds - Math.floorMod(seconds, length.toSeconds()));
        try {
            Optional<Explanation> explanation = Explanation.of(place, measure, model, settings.clickHouse());
            if (explanation.isEmpty() || explanation.get().isEmpty()) {
                err().printf(
                                "Nothing is known of register %s, shift %s, bucket %s: no document was ever there.%n",
                                register, shift, Instant.ofEpochSecond(place.bucketSeconds()));
                return Recount.REFUSED;
            }
            print(explanation.get());
            return 0;
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The cell can't be explained. " + e.getMessage(), e);
        }
    }

    private Measure measure(Model model, String name) {
        return model.measures().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "The model has no measure " + name + ". The table measures lists them"));
    }

    private void print(Explanation explanation) {
        switch (format) {
            case table -> {
                explanation.documents().lines().forEach(out()::println);
                if (explanation.isCut()) {
                    out().println("There are more documents, which are not shown.");
                }
                out().println();
                explanation.published().lines().forEach(out()::println);
                out().println("Merges have removed what is not listed here: they keep the newest row of a cell.");
                out().println(history(explanation.newest()));
            }
            case json -> out().println(json(explanation));
        }
    }

    private static String history(Seal newest) {
        return "Up to checkpoint %d of timeline %d".formatted(newest.checkpoint(), newest.timeline())
                + newest.lineage().ancestors().stream()
                        .map(each -> ", which descends from timeline %d up to checkpoint %d"
                                .formatted(each.timeline(), each.checkpoint()))
                        .reduce("", (later, earlier) -> earlier + later)
                + ".";
    }

    private static String json(Explanation explanation) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
            json.writeStartObject();
            json.writeNumberField("timeline", explanation.newest().timeline());
            json.writeNumberField("checkpoint", explanation.newest().checkpoint());
            json.writeArrayFieldStart("descends_from");
            for (Ancestor each : explanation.newest().lineage().ancestors()) {
                json.writeStartObject();
                json.writeNumberField("timeline", each.timeline());
                json.writeNumberField("checkpoint", each.checkpoint());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanField("more_documents", explanation.isCut());
            json.writeFieldName("documents");
            explanation.documents().write(json);
            json.writeFieldName("published");
            explanation.published().write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
