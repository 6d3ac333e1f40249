package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.clickhouse.Lineage;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.metrics.MetricGroup;

/** The documents that a job without state goes on from, and how to read those of a register. */
@FunctionalInterface
public interface PastDocuments extends Serializable {

    /** On the machine where the job runs. */
    Reader open(MetricGroup metrics);

    /** A version and whether it had come late. */
    record Past(Document document, boolean late) {}

    /** Waits while the documents are out of reach. */
    interface Reader extends AutoCloseable {

        /**
         * All versions of a register's documents that a history contains; of equal ones a late one first.
         *
         * @throws IOException if they cannot be read
         */
        List<Past> read(String register, Lineage history) throws IOException, InterruptedException;

        @Override
        void close();
    }
}
