package io.recount.clickhouse.sink;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.Optional;

/** The ledger as a job needs it at its start. */
interface StartLedger extends AutoCloseable {

    /** What time it is for the server. */
    Instant clock() throws IOException, InterruptedException;

    /** The newest row. */
    Optional<Ledger.Entry> newest() throws IOException, InterruptedException;

    /** The newest row of a commit. */
    Optional<Ledger.Entry> newestCommit() throws IOException, InterruptedException;

    /** Writes a start row of the submission that opened the ledger. */
    void start(Seal seal) throws IOException, InterruptedException;

    @Override
    void close();

    /** How to get at it on the machine where the job runs. */
    interface Opener extends Serializable {
        StartLedger open(SinkSettings settings, RetryCounts retries);
    }

    /** The server's, waiting for it when it is away: one budget for all of the start. */
    static StartLedger onServer(SinkSettings settings, RetryCounts counts) {
        ClickHouseClient client = new ClickHouseClient(settings.cluster().first());
        Attempts attempts = Retries.onClock(settings.retryBudget(), counts).begin();
        return new StartLedger() {
            @Override
            public Instant clock() throws IOException, InterruptedException {
                String seconds = attempts.call("Reading the clock", () -> client.text("SELECT toUnixTimestamp(now())"));
                return Instant.ofEpochSecond(Long.parseLong(seconds.strip()));
            }

            @Override
            public Optional<Ledger.Entry> newest() throws IOException, InterruptedException {
                return attempts.call("Reading the ledger", new Ledger(client)::newest);
            }

            @Override
            public Optional<Ledger.Entry> newestCommit() throws IOException, InterruptedException {
                return attempts.call("Reading the ledger", new Ledger(client)::newestCommit);
            }

            @Override
            public void start(Seal seal) throws IOException, InterruptedException {
                LedgerRows rows = new LedgerRows(client::insert);
                attempts.run(
                        "Writing the start row of timeline " + seal.timeline(),
                        () -> rows.start(settings.submission(), seal));
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
