package io.recount.bench.backfill;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.recount.demo.DemoRun;
import io.recount.demo.clickhouse.Sql;
import io.recount.kafka.ControlSender;
import io.recount.kafka.KafkaAccess;
import io.recount.pipeline.requests.RequestMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Documents that did not come through Kafka, and requests to make cells of them. */
public final class Archive {

    private static final Instant END = Instant.parse("2100-01-01T00:00:00Z");

    private final DemoRun run;

    /** {@code run} has been run. */
    public Archive(DemoRun run) {
        this.run = run;
    }

    /** Loads what the job wrote once more, as documents of registers whose names begin with {@code prefix}. */
    public void load(String prefix) {
        run.clickHouse()
                .execute("INSERT INTO documents SELECT * REPLACE (concat(" + Sql.text(prefix)
                        + ", register) AS register, 0 AS _timeline, 'archive' AS _topic, 0 AS _partition)"
                        + " FROM (SELECT * FROM documents WHERE _timeline > 0)");
    }

    /** Asks for all cells there are; {@code rate} is of documents a second, 0 for the job's own. */
    public void ask(String id, long rate) throws InterruptedException {
        send(id, new RequestMessage.Ask(id, List.of(), Instant.EPOCH, END, "documents of an archive", rate));
    }

    public void cancel(String id) throws InterruptedException {
        send(id, new RequestMessage.Order(id, RequestMessage.Verb.CANCEL));
    }

    /** Documents of a request that are computed by now. */
    public long computed(String id) {
        return run.clickHouse().number("SELECT sum(expanded) FROM invalidations WHERE id = " + Sql.text(id));
    }

    public boolean isOver(String id) {
        return run.clickHouse()
                        .number("SELECT count() FROM invalidations WHERE state IN ('done', 'cancelled') AND id = "
                                + Sql.text(id))
                == 1;
    }

    /** Published rows of copies {@code L1-} to {@code Ln-} that are not what those they were copied from say. */
    long differing(long copies) {
        return differing(copies, "cells", "shift, bucket")
                + differing(copies, "shifts", "shift")
                + differing(copies, "field_cells", "shift, bucket, field, value");
    }

    private long differing(long copies, String table, String key) {
        String newest = "(SELECT * FROM " + table + " WHERE register %s 'L%%%%-%%%%' ORDER BY register, " + key
                + ", version DESC LIMIT 1 BY register, " + key + ")";
        String said =
                "* EXCEPT (version, epoch, late_documents, register) FROM " + newest + " WHERE documents + errors > 0";
        long wrong = 0;
        for (long copy = 1; copy <= copies; copy++) {
            String original = "SELECT concat('L" + copy + "-', register), " + said.formatted("NOT LIKE");
            String loaded = "SELECT register, " + said.formatted("LIKE") + " AND register LIKE 'L" + copy + "-%'";
            wrong += run.clickHouse().number("SELECT count() FROM (" + original + " EXCEPT " + loaded + ")")
                    + run.clickHouse().number("SELECT count() FROM (" + loaded + " EXCEPT " + original + ")");
        }
        return wrong;
    }

    private void send(String id, RequestMessage message) throws InterruptedException {
        KafkaAccess access =
                new KafkaAccess(run.engines().kafka().bootstrapServers(), List.of("receipts"), "recount", Map.of());
        try (ControlSender sender = new ControlSender(access, "recount.invalidations")) {
            sender.send(id.getBytes(UTF_8), message.toJson());
        }
    }
}
