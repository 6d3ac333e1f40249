package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.cells.DocumentId;
import io.recount.cells.FrozenLine;
import io.recount.clickhouse.Lineage;
import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.metrics.MetricGroup;

/** The documents that were written, how to read back those that are not in state, and what is published of them. */
@FunctionalInterface
public interface PastDocuments extends Serializable {

    /** On the machine where the job runs. */
    Reader open(MetricGroup metrics);

    /** Documents that are placed before it are there for nobody. */
    default FrozenLine frozen() {
        return FrozenLine.NONE;
    }

    /** A version and whether it had come late. */
    record Past(Document document, boolean late) {}

    /**
     * The greatest numbers of a register, over all rows, visible or not: a bound, from which a mark is made. Pages with frozen
     * cells are among them, whether there are documents of them or not.
     *
     * @param greatestIds a few by scope, ascending; empty where ids are texts
     * @param greatestPages a few, ascending
     */
    record Seen(Map<String, List<Long>> greatestIds, List<Long> greatestPages) {}

    /**
     * The newest published row of a key, whoever wrote it.
     *
     * @param version all 64 bits
     * @param value RowBinary as the job writes it, without key, version and epoch
     */
    @SuppressWarnings("ArrayRecordComponent") // compared with another, and never shown
    record Published(String register, Invalidation.Single target, long version, byte[] value) {

        boolean isOfTheKeyOf(Published other) {
            return register.equals(other.register) && target.equals(other.target);
        }

        /** Of several rows that say different things, and of which a merge keeps any: what none says. */
        Published ambiguous() {
            return new Published(register, target, version, new byte[0]);
        }
    }

    /** Takes versions in the order of register and id; of equal versions of an id a late one comes first. */
    @FunctionalInterface
    interface Visitor {

        /** A request begins, or begins anew: what was given since the last end comes again. */
        default void begin() {}

        void visit(Past past) throws Exception;

        /** All that the request asked for was given. */
        default void end() throws Exception {}
    }

    /**
     * Waits while the documents are out of reach. After a failure a request begins anew.
     */
    interface Reader extends AutoCloseable {

        /**
         * How many registers of some kind anything was seen of. A scan over all of them: for once in a job's life, and given
         * up at the first failure.
         */
        long count(Predicate<String> registers) throws IOException, InterruptedException;

        /** What was seen of registers; one of which nothing was is left out. */
        Map<String, Seen> seen(Collection<String> registers) throws IOException, InterruptedException;

        /** All versions of the ids, by register, that a history contains. */
        void byId(Map<String, Set<DocumentId>> ids, Lineage history, Visitor visitor)
                throws IOException, InterruptedException;

        /** All versions, that a history contains, of the ids that were ever placed in one of the pages, by register. */
        void byPage(Map<String, Set<Long>> pages, Lineage history, Visitor visitor)
                throws IOException, InterruptedException;

        /** The newest published rows of the frozen cells of pages, by register: of each one row. */
        List<Published> frozenCells(Map<String, Set<Long>> pages) throws IOException, InterruptedException;

        /** The newest published rows of pages, by register. */
        List<Published> published(Map<String, Set<Long>> pages) throws IOException, InterruptedException;

        /**
         * Removes the rows of the same keys whose versions are greater than the job's last, so that none of its rows can
         * outrank them. If a later submission has begun, they may be its rows, and stay. Whatever the server refuses for good
         * is logged and stays.
         */
        void erase(List<Published> keys, long version) throws IOException, InterruptedException;

        @Override
        void close();
    }
}
