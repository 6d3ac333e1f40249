package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * A validated model file: everything the job, the tables and the reports know about documents.
 *
 * <p>Immutable. Only {@link ModelFile} makes one, so whoever holds a {@code Model} may rely on: names are safe SQL
 * identifiers and unique, measure ids are unique, every reference resolves, types fit their use.
 *
 * @param name names the model in messages and in the ledger
 * @param fields in column order of the documents table
 * @param measures expanded from their templates, ascending by id
 * @param places where the file says it
 */
public record Model(
        String name,
        String description,
        List<Enumeration> enumerations,
        List<Field> fields,
        DocumentRules document,
        List<IgnoreRule> ignoreRules,
        List<Dimension> dimensions,
        List<Measure> measures,
        Places places)
        implements Serializable {

    public Model {
        enumerations = List.copyOf(enumerations);
        fields = List.copyOf(fields);
        ignoreRules = List.copyOf(ignoreRules);
        dimensions = List.copyOf(dimensions);
        measures = List.copyOf(measures);
    }
}
