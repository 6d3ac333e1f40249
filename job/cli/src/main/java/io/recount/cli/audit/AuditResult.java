package io.recount.cli.audit;

import io.recount.pipeline.audit.AuditCut;
import java.util.List;

/**
 * What an audit found.
 *
 * @param scope what was audited; of a sample with the registers that were drawn
 * @param cut the newest commit it was compared with
 * @param compared rows of cells, shifts and field cells, published or expected
 * @param differences in the order of register and table
 */
public record AuditResult(AuditScope scope, AuditCut cut, long compared, List<Difference> differences) {

    public AuditResult {
        differences = List.copyOf(differences);
    }

    public boolean isClean() {
        return differences.isEmpty();
    }
}
