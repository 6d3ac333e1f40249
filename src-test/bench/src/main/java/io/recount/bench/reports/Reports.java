package io.recount.bench.reports;

import io.recount.bench.ResultFile;
import io.recount.bench.throughput.FreshClickHouse;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRows;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What reports cost. */
@Command(
        name = "reports",
        description = {
            "What reports with every measure cost ClickHouse, for one client and for four, in turn:",
            "  hourly     15 stores of 150 dense registers by hour of a month     registers  these registers, each by itself",
            "  daily      the stores by day of the month                          shifts     600 shifts, each of another register",
            "  field      values of a field of 50 dense registers over a month",
            "in three layouts that must give the same numbers before anything is measured:",
            "  cells      the views of the job's tables",
            "  wide       tables with the same keys, and a column of each measure (LZ4)",
            "  documents  added up from the documents when asked for",
            "CPU is that of ClickHouse's process; answers are made and not sent. Prints what is not reached first. Exit code 0"
                    + " if everything is, 1 if not, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
public final class Reports implements Callable<Integer> {

    private static final List<Integer> CLIENTS = List.of(1, Demand.MANY_CLIENTS);

    @Option(names = "--registers", description = "of which every tenth is dense (default: ${DEFAULT-VALUE})")
    private int registers = 2_000;

    @Option(names = "--days", description = "with documents (default: ${DEFAULT-VALUE})")
    private int days = 77;

    @Option(names = "--rounds", description = "of all reports in all layouts (default: ${DEFAULT-VALUE})")
    private int rounds = 7;

    @Option(
            names = "--times",
            description =
                    "that a client asks a report of cells in a round (default: ${DEFAULT-VALUE}); the others once")
    private int times = 3;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ReportShape shape = new ReportShape(registers, days);
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Path modelFile = root.resolve("job/models/receipts.yaml");
        Model model = ModelFile.read(modelFile);
        PrintWriter out = spec.commandLine().getOut();
        try (FreshClickHouse engine = FreshClickHouse.start(root.resolve("src-test/bench/target/reports"), modelFile)) {
            ClickHouseHttp clickHouse = new ClickHouseHttp(engine.endpoint(), FreshClickHouse.DATABASE);
            new Filling(clickHouse, model, shape, this::say).fill();
            Questions questions = new Questions(shape, model);
            compare(clickHouse, questions);
            ReportsResult result = new ReportsResult(shape, measure(engine, clickHouse, questions));
            result.lines().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return result.isAllMet() ? 0 : 1;
        }
    }

    private void say(String words) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(words);
        err.flush();
    }

    /** Costs of different numbers could not be compared. */
    private static void compare(ClickHouseHttp clickHouse, Questions questions) {
        for (Report report : Report.values()) {
            Map<String, Layout> digests = new TreeMap<>();
            for (Layout layout : Layout.values()) {
                try (ResultRows rows = clickHouse.rows(questions.digest(report, layout))) {
                    digests.put(rows.next().present(0), layout);
                }
            }
            if (digests.size() > 1) {
                throw new IllegalStateException(
                        "Layouts give different numbers for " + report.shown() + ": " + digests);
            }
        }
    }

    /** In turn, so that whatever else the machine does falls on all of them. */
    private List<Measured> measure(FreshClickHouse engine, ClickHouseHttp clickHouse, Questions questions)
            throws Exception {
        record Case(Report report, Layout layout, int clients, List<Double> millis, List<Double> cpuMillis) {}
        List<Case> cases = new ArrayList<>();
        for (Report report : Report.values()) {
            for (Layout layout : Layout.values()) {
                CLIENTS.forEach(
                        clients -> cases.add(new Case(report, layout, clients, new ArrayList<>(), new ArrayList<>())));
            }
        }
        long[] rowsRead = new long[cases.size()];
        try (Asker asker = new Asker(engine, Demand.MANY_CLIENTS)) {
            for (int round = 1; round <= rounds; round++) {
                for (int i = 0; i < cases.size(); i++) {
                    Case each = cases.get(i);
                    Asker.Answered answered = asker.ask(
                            questions.sql(each.report(), each.layout()),
                            each.clients(),
                            each.layout() == Layout.CELLS ? times : 1);
                    each.millis().addAll(answered.millis());
                    each.cpuMillis().add(answered.cpuMillis());
                    rowsRead[i] = answered.rowsRead();
                }
                say("round %d of %d".formatted(round, rounds));
            }
        }
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Case each = cases.get(i);
            measured.add(new Measured(
                    each.report(),
                    each.layout(),
                    each.clients(),
                    each.millis(),
                    each.cpuMillis(),
                    rowsRead[i],
                    clickHouse.number(questions.bound(each.report(), each.layout()))));
        }
        return measured;
    }
}
