package io.recount.it;

import static io.recount.it.BookDeeds.FIRST_CHECKPOINT;

import java.util.List;

/** Commands of the run book, and of the pages beside it. */
final class RunbookScenes {

    private static final String FROM_LEDGER = "deploy/job restore --config recount.yaml --set start.from=ledger";
    private static final String STATUS = "deploy/recount status --config recount.yaml";
    private static final String NOTHING = "\\A\\z";

    /** What begins with an empty database. */
    static final List<Scene> FIRST = List.of(runbook("First start")
            .deed(stage -> stage.shell("deploy/job cancel"))
            .deed(BookDeeds::dropDatabase)
            .deed(BookDeeds::stampBuild)
            .run("deploy/build")
            .run("deploy/recount config check --config recount.yaml")
            .run("deploy/recount schema apply --config recount.yaml")
            .deed(BookDeeds::fillRegisters)
            .run("deploy/job submit --config recount.yaml", FIRST_CHECKPOINT));

    /** Until the log loses records. */
    static final List<Scene> BESIDE_THE_JOB = List.of(
            runbook("Run book").run(STATUS, "lag +0 records").run("deploy/job list", "RUNNING"),
            runbook("Upgrade")
                    .deed(stage -> stage.write("recount-old.yaml", stage.read("recount.yaml")))
                    .run("deploy/recount schema apply --config recount.yaml")
                    .run("deploy/job upgrade --config recount.yaml --jar recount-new.jar", "Stopped; the savepoint is"),
            runbook("Roll back")
                    .example("SAVEPOINT", BookStage::upgradedFrom)
                    .run("deploy/job stop")
                    .run(
                            "deploy/job restore --config recount-old.yaml --jar recount-old.jar --from SAVEPOINT",
                            FIRST_CHECKPOINT)
                    .run("deploy/recount audit --config recount-old.yaml", "all right"),
            runbook("Rescale")
                    .run("deploy/job rescale --config recount.yaml --parallelism 8", FIRST_CHECKPOINT)
                    .deed(BookDeeds.subtasks(8))
                    .deed(stage -> stage.shell("deploy/job rescale --config recount.yaml --parallelism 2")),
            runbook("Hot register").run("topk(3, flink_").run("SELECT register, count()"),
            runbook("Restore after an outage")
                    .run("deploy/job cancel", "(?m)^file:.*chk-")
                    .run("deploy/job list", "restore --from file:")
                    .run("deploy/job restore --config recount.yaml --from SAVEPOINT-OR-CHECKPOINT", FIRST_CHECKPOINT)
                    .run("ls -t /recount/checkpoints/*/chk-*/_metadata | head -n 1", "chk-[0-9]+/_metadata"),
            runbook("Restore after a month")
                    .deed(stage -> stage.shell("deploy/job stop"))
                    .run(STATUS, "headroom")
                    .run("deploy/job restore --config recount.yaml --from SAVEPOINT", FIRST_CHECKPOINT),
            runbook("Lost savepoint")
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .run(FROM_LEDGER, FIRST_CHECKPOINT),
            runbook("Lost Kafka log")
                    .deed(BookDeeds::loseRecords)
                    .run(FROM_LEDGER + " --set kafka.gap.policy=record", FIRST_CHECKPOINT)
                    .run("deploy/recount gaps --config recount.yaml", "receipts")
                    .run("deploy/recount load --config recount.yaml receipts-2026-11-30.jsonl.zst")
                    .deed(BookDeeds::awaitPublished)
                    .deed(BookDeeds.number("SELECT sign(countIf(log_gap = 1)) FROM cell_report", 1))
                    .example("ID", BookDeeds::openGap)
                    .run(
                            "deploy/recount gaps close ID --config recount.yaml --reason \"OPS-18: loaded again\"",
                            "It is closed"));

    /** Behind a lost log. */
    static final List<Scene> AFTERWARDS = List.of(
            runbook("Poison document")
                    .deed(BookDeeds::poison)
                    .run("SELECT reason, count(), any(problem)", "UNKNOWN_VALUE")
                    .deed(BookDeeds::mendModel)
                    .run("deploy/recount errors replay --config recount.yaml --dry-run", "readable")
                    .run("deploy/recount errors replay --config recount.yaml --wait", "readable")
                    .deed(BookDeeds.number("SELECT count() FROM errors WHERE open AND register = 'R-POISON'", 0)),
            runbook("Flood of bad records")
                    .run("deploy/recount errors --config recount.yaml", "NOT_JSON")
                    .run("ALTER TABLE recount.dead_letters DELETE")
                    .deed(BookDeeds.number("SELECT count() FROM errors WHERE open AND reason = 'NOT_JSON'", 0)),
            runbook("Clock skew").run("SELECT register, count(), max(printed_at)"),
            runbook("Disk full")
                    .run("SELECT database, table, formatReadableSize", "recount documents")
                    .run("TRUNCATE TABLE recount.cell_history"),
            runbook("Altered table")
                    .deed(BookDeeds::alterTable)
                    .run("deploy/recount schema check --config recount.yaml", 1, "ADD COLUMN")
                    .run("deploy/recount schema apply --config recount.yaml", "column commission")
                    .deed(BookDeeds::awaitPublished)
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .run("deploy/job restore --config recount.yaml --from CHECKPOINT", FIRST_CHECKPOINT),
            runbook("Lost ClickHouse shard")
                    .deed(stage -> stage.shards().backUp(stage))
                    .run("deploy/job cancel")
                    .deed(BookDeeds::dropDatabase)
                    .run("deploy/recount schema apply --config recount.yaml")
                    .deed(stage -> stage.shards().putBack(stage))
                    .example("2026-11-30 02:00:00", BookShards::timeOfBackup)
                    .run("ALTER TABLE recount.commits DELETE")
                    .run(FROM_LEDGER, FIRST_CHECKPOINT)
                    .run(
                            "deploy/recount invalidate --config recount.yaml --from 2000-01-01 --to 2100-01-01"
                                    + " --reason \"OPS-19: shard lost\" --wait",
                            "done")
                    .run("deploy/recount audit --config recount.yaml", "all right"),
            runbook("Numbers are in doubt")
                    .deed(BookDeeds::falsify)
                    .run(
                            "deploy/recount audit --config recount.yaml --from 2026-11-01 --to 2026-12-01",
                            1,
                            "wrong value")
                    .run(
                            "deploy/recount explain --config recount.yaml R-000017 212 2026-11-12T06:00:00Z net_total",
                            "10.00")
                    .run(
                            "deploy/recount audit --config recount.yaml --from 2026-11-01 --to 2026-12-01 --repair",
                            "all right"),
            runbook("Erase a person's data")
                    .run("SELECT register, drive, number", "R-000017 9960440300000001 19")
                    .run("SELECT register, shift, bucket, field FROM recount.field_cells", "loyalty")
                    .run("SELECT topic, reason, message_hash", "(?m)^receipts.* MISSING ")
                    .run("ALTER TABLE recount.documents UPDATE")
                    .deed(stage -> stage.write(
                            "erase.jsonl",
                            Runbook.section("Erase a person's data")
                                    .blocks("json")
                                    .get(0)))
                    .run("deploy/recount load --config recount.yaml erase.jsonl")
                    .deed(BookDeeds::awaitPublished)
                    .run(STATUS, "lag +0 records")
                    .run("ALTER TABLE recount.documents DELETE")
                    .deed(BookDeeds.number(
                            "SELECT count() FROM field_report WHERE value = 'C-4711' AND sale_count > 0", 0))
                    .run("ALTER TABLE recount.field_cells DELETE")
                    .run("ALTER TABLE recount.dead_letters UPDATE")
                    .run("SELECT register, drive, number", NOTHING)
                    .run("SELECT register, shift, bucket, field FROM recount.field_cells", NOTHING)
                    .run("SELECT topic, reason, message_hash", NOTHING)
                    .run("deploy/recount audit --config recount.yaml --registers R-000017", "all right")
                    .run("deploy/job stop")
                    .deed(stage -> stage.shell("deploy/job restore --config recount.yaml --from " + stage.saved())),
            runbook("Secret rotation").run("deploy/job upgrade --config recount.yaml", FIRST_CHECKPOINT),
            runbook("Adding a shard")
                    .deed(stage -> stage.shards().add(stage))
                    .run("deploy/recount schema apply --config recount3.yaml")
                    .example("0123456789abcdef0123456789abcdef", BookStage::jobBefore)
                    .run("deploy/job submit --config recount3.yaml --beside", FIRST_CHECKPOINT)
                    .example("'ch1'", "'localhost'")
                    .run("INSERT INTO recount3.documents")
                    .deed(stage -> stage.shards().fillOthers(stage))
                    .run(
                            "deploy/recount invalidate --config recount3.yaml --from 2000-01-01 --to 2100-01-01"
                                    + " --reason \"OPS-20: third shard\" --wait",
                            "done")
                    .run("deploy/recount audit --config recount3.yaml", "all right")
                    .deed(stage -> stage.shards().compare(stage))
                    .run("deploy/job stop --job 0123456789abcdef0123456789abcdef"),
            runbook("Lost ClickHouse shard")
                    .deed(stage -> stage.shell("deploy/job cancel"))
                    .deed(BookDeeds::dropDatabase)
                    .deed(stage -> stage.shell("deploy/recount schema apply --config recount.yaml"))
                    .example("…", "-d job/cli/target/recount.jar")
                    .run("flink run … run --config recount.yaml --forget")
                    .deed(BookDeeds::awaitCheckpoint)
                    .deed(BookDeeds::awaitPublished)
                    .deed(stage -> stage.shell("deploy/recount audit --config recount.yaml")));

    /** Of the pages on security and sizes. */
    static final List<Scene> OTHER_PAGES = List.of(
            Scene.of(Book.SECURITY, "ClickHouse")
                    .run("deploy/recount schema print --config recount.yaml --roles", "recount_schema")
                    .run("deploy/recount schema check --config recount.yaml"),
            Scene.of(Book.SECURITY, "Secrets").run("deploy/recount config print --config recount.yaml", "clickhouse"),
            Scene.of(Book.SECURITY, "Reporting a vulnerability")
                    .example("recount --version", "deploy/recount --version")
                    .run("recount --version", "[0-9]+\\.[0-9]+"),
            Scene.of(Book.SIZING, "What is measured").run("SELECT table, sum(rows)", "(?m)^documents "));

    /** What brings engines of its own. */
    static final List<Scene> ALONE = List.of(Scene.of(Book.SIZING, "What is measured")
            .example("1000000", "20000")
            .run("deploy/demo --receipts 1000000 --registers 2000 --seed 7 --keep", "(?m)^verdict: exact")
            .deed(stage -> stage.shell("deploy/demo --stop")));

    private RunbookScenes() {}

    private static Scene runbook(String section) {
        return Scene.of(Book.RUNBOOK, section);
    }
}
