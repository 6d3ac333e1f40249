package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Seal;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;
import org.apache.flink.metrics.Counter;

/** The ledger as a job needs it at its start. */
interface StartLedger extends AutoCloseable {

    /** The newest row. */
    Optional<Ledger.Entry> newest() throws IOException, InterruptedException;

    /** Writes a start row. */
    void start(Seal seal) throws IOException, InterruptedException;

    @Override
    void close();

    /** How to get at it on the machine where the job runs. */
    interface Opener extends Serializable {
        StartLedger open(SinkSettings settings, Counter retries);
    }

    /** The server's, waiting for it when it is away. */
    static StartLedger onServer(SinkSettings settings, Counter counter) {
        ClickHouseClient client = new ClickHouseClient(settings.access());
        Retries retries = Retries.onClock(settings, counter);
        return new StartLedger() {
            @Override
            public Optional<Ledger.Entry> newest() throws IOException, InterruptedException {
                return retries.call("Reading the ledger", new Ledger(client)::newest);
            }

            @Override
            public void start(Seal seal) throws IOException, InterruptedException {
                LedgerRows rows = new LedgerRows(client::insert, settings.job(), settings.submission());
                retries.run("Writing the start row of timeline " + seal.timeline(), () -> rows.start(seal));
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
