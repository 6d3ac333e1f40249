package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One measure of an entry, as far as it could be read: name and id are checked against those of others although the
 * rest is wrong.
 *
 * @param measure empty if anything is wrong with it
 */
record MeasureDraft(Source source, Optional<String> name, OptionalInt id, Optional<Measure> measure) {

    /**
     * The entry in the file; a template stands for many measures.
     *
     * @param kind empty if the entry does not say one clearly
     */
    record Source(Mapping body, TemplateVariables variables, Optional<Measure.Kind> kind) {

        int idsEach() {
            return kind.map(Measure.Kind::ids).orElse(1);
        }

        /** Where problems with a key are shown. */
        Entry at(String key) {
            return body.get(key).orElse(body.entry());
        }
    }
}
