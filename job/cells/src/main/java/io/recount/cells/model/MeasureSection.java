package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code measures}: all entries, expanded, then what they claim against each other. */
final class MeasureSection {

    /** More than any report needs; bounds what a slip in a template can make. */
    static final int MOST = 5_000;

    private final MeasureReader reader;
    private final Declared<Measure> measures = new Declared<>("measure", "Declare it under 'measures'.");
    private final List<MeasureDraft> drafts = new ArrayList<>();

    private MeasureSection(MeasureReader reader) {
        this.reader = reader;
    }

    /** {@code entries} is told which entry each measure comes from. */
    static Declared<Measure> read(
            Optional<Entry> section,
            Declared<Field> fields,
            Declared<ReadEnumeration> enumerations,
            Map<String, Entry> entries) {
        MeasureSection read = new MeasureSection(new MeasureReader(fields, enumerations));
        List<Entry> list = section.flatMap(Entry::list).orElse(List.of());
        list.forEach(read::add);
        if (list.isEmpty()) {
            read.measures.incomplete();
        }
        new MeasureNames().check(read.drafts);
        new MeasureIds().check(read.drafts);
        for (MeasureDraft draft : read.drafts) {
            draft.name()
                    .ifPresent(name -> entries.put(name, draft.source().body().entry()));
        }
        return read.measures;
    }

    private void add(Entry entry) {
        Optional<Mapping> body = entry.mapping();
        Optional<String> name = body.flatMap(it -> it.require("name", "Give it a name: it is what reports call it."))
                .flatMap(Entry::text);
        if (body.isEmpty()) {
            measures.incomplete();
            return;
        }
        Mapping named = name.map(it -> body.get().named("measures." + it)).orElse(body.get());
        for (MeasureDraft draft : reader.read(named, MOST - drafts.size())) {
            drafts.add(draft);
            draft.name()
                    .ifPresentOrElse(
                            it -> measures.put(it, draft.measure()),
                            () -> name.ifPresentOrElse(it -> measures.unread(Binding.shape(it)), measures::incomplete));
        }
    }
}
