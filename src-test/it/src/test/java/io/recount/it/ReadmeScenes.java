package io.recount.it;

import static io.recount.it.BookDeeds.FIRST_CHECKPOINT;

import java.util.List;

/** Commands of README.md. */
final class ReadmeScenes {

    private static final String SMALL = "deploy/demo --receipts 3000";
    private static final String EXACT = "(?m)^verdict: exact";
    private static final String DAY_OF_SAMPLE = "2026-10-12";

    /** What begins with an empty database. */
    static final List<Scene> FIRST = List.of(readme("Run it on your cluster")
            .deed(BookDeeds::dropDatabase)
            .run("deploy/recount schema apply --config recount.yaml")
            .deed(BookDeeds::fillRegisters)
            .run("deploy/recount schema check --config recount.yaml")
            .run("deploy/job submit --config recount.yaml", FIRST_CHECKPOINT)
            .run("deploy/recount config print --config recount.yaml", "checkpoint.interval.duration.*recount.yaml")
            .example("schema print", "schema print --config recount.yaml")
            .run("deploy/recount schema print --roles", "recount_writer")
            .run("deploy/recount schema print --cluster NAME", "recount_all"));

    /** What needs a job that has published all it was sent. */
    static final List<Scene> BESIDE_THE_JOB = List.of(
            readme("Commands").example("COMMAND", "errors replay").run("deploy/recount COMMAND --help", "--dry-run"),
            readme("Operate")
                    .run("deploy/job list", "RUNNING .*Recount: receipts")
                    .run("deploy/job savepoint", "(?m)^file:")
                    .run("deploy/job stop", "Stopped; the savepoint is")
                    .run("deploy/job restore --config recount.yaml --from SAVEPOINT", FIRST_CHECKPOINT)
                    .run("deploy/job upgrade --config recount.yaml --jar recount-new.jar", FIRST_CHECKPOINT)
                    .run("deploy/job rescale --config recount.yaml --parallelism 8", FIRST_CHECKPOINT)
                    .deed(BookDeeds.subtasks(8)),
            readme("Stop, go on, go back")
                    .example("DIR", stage -> stage.file("savepoints").toString())
                    .example("JOB", BookStage::job)
                    .run("flink stop -p DIR JOB", "Savepoint completed")
                    .example("…", "-d job/cli/target/recount.jar run --config recount.yaml")
                    .run("flink run -s SAVEPOINT …")
                    .deed(BookDeeds::awaitCheckpoint)
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .example("…", "--config recount.yaml")
                    .run("deploy/job restore --from OLDER …", FIRST_CHECKPOINT)
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .run("deploy/job restore --config recount.yaml --set start.from=ledger", FIRST_CHECKPOINT)
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .example("…", "-d job/cli/target/recount.jar")
                    .run("flink run … run --config recount.yaml --forget")
                    .deed(BookDeeds::awaitCheckpoint)
                    .deed(BookDeeds::awaitPublished),
            readme("Compute again")
                    .run(invalidate("--dry-run"))
                    .run(invalidate("--wait"), "done")
                    .deed(BookDeeds::askSlowly)
                    .run("deploy/recount invalidate list --config recount.yaml", "OPS-17")
                    .example("20261130-131502-x7q2", BookStage::request)
                    .run(
                            "deploy/recount invalidate show 20261130-131502-x7q2 --config recount.yaml --format json",
                            "running|waiting")
                    .run("deploy/recount invalidate pause 20261130-131502-x7q2 --config recount.yaml")
                    .deed(stage -> stage.shell(
                            "deploy/recount invalidate cancel " + stage.request() + " --config recount.yaml")),
            readme("Retention")
                    .deed(BookDeeds::freeze)
                    .run("SELECT state, documents", "done")
                    .run("SELECT job FROM commits", "frozen before 2025-01-01")
                    .run("SELECT partition, sum(rows)", "(?m)^2024 ")
                    .run("ALTER TABLE documents DROP PARTITION 2024"),
            readme("Audit and explain")
                    .run("deploy/recount audit --config recount.yaml", "all right")
                    .run("deploy/recount audit --config recount.yaml --from 2026-10-01 --to 2026-11-01 --repair")
                    .runUntil(
                            "deploy/recount audit --config recount.yaml --sample 100 --seed 7 --every 1h", "all right")
                    .run(
                            "deploy/recount explain --config recount.yaml R-000017 212 2026-10-12T06:00:00Z net_total",
                            "1250.40"),
            readme("Load files")
                    .deed(BookDeeds::writeFiles)
                    .run("deploy/recount load --config recount.yaml receipts-2026-*.jsonl.zst")
                    .run("zcat old/*.gz | deploy/recount load --config recount.yaml --name old -")
                    .run("deploy/recount load --config recount.yaml --dry-run receipts.jsonl")
                    .deed(BookDeeds::awaitPublished)
                    .deed(BookDeeds.number("SELECT uniqExact(number) FROM documents WHERE register = 'R-LOADED'", 6)),
            readme("Errors")
                    .run("deploy/recount errors --config recount.yaml", "NOT_JSON")
                    .run("deploy/recount errors --config recount.yaml --reason MISSING --registers R-000017"
                            + " --from 2026-10-01 --to 2026-11-01 --format csv --limit 100000"),
            readme("Read errors again")
                    .run("deploy/recount errors replay --config recount.yaml --dry-run")
                    .run("deploy/recount errors replay --config recount.yaml --wait")
                    .run("deploy/recount errors replay --config recount.yaml --reason UNKNOWN_VALUE"
                            + " --from 2026-01-01 --to 2026-02-01"),
            readme("Watch it")
                    .example("recount audit", "deploy/recount audit --config recount.yaml")
                    .example("/var/lib/node_exporter", stage -> stage.file("").toString())
                    .runUntil(
                            "recount audit --every 1h --metrics-file /var/lib/node_exporter/recount.prom", "all right"),
            readme("The model")
                    .deed(stage -> stage.write("messages.jsonl", BookDeeds.sample()))
                    .run("deploy/recount model init --sample messages.jsonl --out mine.yaml")
                    .run("deploy/recount model check mine.yaml"),
            readme("Change the model")
                    .deed(BookDeeds::gainMeasures)
                    .run("deploy/recount schema apply --config recount.yaml")
                    .run("deploy/job upgrade --config recount.yaml", FIRST_CHECKPOINT)
                    .deed(BookDeeds::awaitFilled),
            readme("What you read")
                    .run("SELECT day, documents, net_total", "(?m)^2026-10-")
                    .run("SELECT * FROM shift_totals", "R-000017 212 ")
                    .run("SELECT value, sale_total FROM field_totals", "(?m)^2\\+1 [0-9.]+$")
                    .run("SELECT month, customers, basket_p50, basket_p99", "(?m)^2026-10-01 "),
            readme("Reports from the command line")
                    .run(
                            "deploy/recount report days --config recount.yaml --from 2026-10-01 --to 2026-11-01"
                                    + " --zone Europe/Berlin --stores S-17",
                            "(?m)^S-17 ")
                    .run("deploy/recount report hours --config recount.yaml --from 2026-10-25 --to 2026-10-26"
                            + " --by register --measures net_total,sale_count")
                    .run(
                            "deploy/recount report shifts --config recount.yaml R-000017:212 R-000411:1 --measures all"
                                    + " --format json",
                            "1160.20")
                    .run(
                            "deploy/recount report field promo --config recount.yaml --from 2026-10-01 --to 2026-11-01"
                                    + " --order-by sale_total --top 10 --format csv",
                            "sale_total")
                    .run("deploy/recount missing --config recount.yaml --from 2026-10-01 --to 2026-11-01")
                    .run("deploy/recount status --config recount.yaml", "lag +0 records"));

    /** Behind the scene of the run book that leaves another gap open. */
    static final List<Scene> BEHIND_A_LOST_LOG = List.of(readme("Gaps of the log")
            .run("deploy/recount gaps --config recount.yaml", "OPS-18: loaded again")
            .example("3f9c01ab", BookDeeds::openGap)
            .run(
                    "deploy/recount gaps close 3f9c01ab --config recount.yaml --reason \"OPS-18: loaded from the shop's server\"",
                    "It is closed")
            .deed(BookDeeds.number("SELECT countIf(log_gap = 1) FROM cell_report", 0)));

    /** What brings engines of its own. */
    static final List<Scene> ALONE = List.of(
            readme("Recount").example("deploy/demo", SMALL).run("deploy/demo", EXACT),
            readme("The demo")
                    .example("1000000", "20000")
                    .run("deploy/demo --receipts 1000000 --registers 2000 --seed 7", EXACT)
                    .example("deploy/demo", SMALL)
                    .run("deploy/demo --deliveries mixed --model job/models/meters.yaml", EXACT)
                    .run("deploy/demo --tamper 17", 1, "verdict: WRONG .*17")
                    .deed(stage -> stage.write("my-receipts.jsonl", BookDeeds.sample()))
                    .run("deploy/demo --input my-receipts.jsonl", EXACT)
                    .run("deploy/demo --model job/models/meters.yaml", EXACT)
                    .run("deploy/demo --keep", EXACT)
                    .example("http://127.0.0.1:PORT", BookDeeds::webUiOfDemo)
                    .example(
                            "/tmp/savepoints", stage -> stage.file("savepoints").toString())
                    .run(
                            "deploy/job savepoint --flink http://127.0.0.1:PORT --savepoints file:///tmp/savepoints",
                            "(?m)^file:")
                    .deed(stage -> stage.shell("deploy/demo --stop")),
            readme("Numbers worked out by hand")
                    .run("deploy/demo --input job/models/receipts.sample.jsonl", DAY_OF_SAMPLE + " 06:00:00.*1125.20"),
            readme("Where things are")
                    .example("/tmp/ch", stage -> stage.file("ch") + " --port " + BookDeeds.freePort())
                    .runUntil("src-test/local/run clickhouse --data /tmp/ch", "answers at http"));

    private ReadmeScenes() {}

    private static Scene readme(String section) {
        return Scene.of(Book.README, section);
    }

    private static String invalidate(String how) {
        return "deploy/recount invalidate --config recount.yaml --from 2026-01-01 --to 2026-02-01 --reason \"OPS-17: disk lost\" "
                + how;
    }
}
