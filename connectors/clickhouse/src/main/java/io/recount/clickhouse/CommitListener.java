package io.recount.clickhouse;

import java.io.Serializable;

/**
 * Told of every committed checkpoint, after its ledger row, in ascending order, by the one subtask that commits. A
 * checkpoint that says nothing new has no row of its own; the row before it says the same.
 *
 * <p>A seal may be told twice, after a restart. What a listener throws is logged and does not fail the commit: the next
 * commit tells a newer seal.
 */
public interface CommitListener extends Serializable, AutoCloseable {

    void committed(Seal seal) throws Exception;
}
