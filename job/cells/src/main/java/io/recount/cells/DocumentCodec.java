package io.recount.cells;

import io.recount.cells.Problem.Reason;
import java.util.LinkedHashMap;
import java.util.Map;

/** Packs documents into bytes: across the exchange with all fields, in state with those that are folded. */
public final class DocumentCodec {

    private final Layout layout;
    private final SlotMask kept;

    /** Writes only the slots {@code kept}; the others are empty when read. */
    public DocumentCodec(Layout layout, SlotMask kept) {
        this.layout = layout;
        this.kept = kept;
    }

    /** Everything but the key, which is the state's or the exchange's own. */
    public void write(Document document, PackedWriter out) {
        out.unsigned(document.state().code());
        out.text(document.id().scope());
        out.unsigned(document.id().number());
        out.text(document.id().text());
        out.signed(document.stamp().version());
        out.fixed64(document.stamp().hash());
        out.unsigned(document.cell().shift());
        out.signed(document.cell().bucketSeconds());
        out.signed(document.timeMicros());
        Problem problem = document.problem();
        out.unsigned(problem == null ? 0 : problem.reason().code());
        if (problem != null) {
            out.text(problem.sentence());
        }
        writeValues(document.values(), out);
    }

    public Document read(String key, PackedReader in) {
        Document.State state = Document.State.ofCode((int) in.unsigned());
        DocumentId id = new DocumentId(in.text(), in.unsigned(), in.text());
        Stamp stamp = new Stamp(in.signed(), in.fixed64());
        CellKey cell = new CellKey(in.unsigned(), in.signed());
        long timeMicros = in.signed();
        int reason = (int) in.unsigned();
        Problem problem = reason == 0 ? null : new Problem(Reason.ofCode(reason), in.text());
        return new Document(key, id, stamp, state, cell, timeMicros, readValues(in), problem);
    }

    /** Present slots as (distance from the slot before, value); 0 ends a list. */
    private void writeValues(FieldValues values, PackedWriter out) {
        int previous = -1;
        for (int slot = 0; slot < values.numberSlots(); slot++) {
            if (kept.number(slot) && values.hasNumber(slot)) {
                out.unsigned(slot - previous);
                out.signed(values.number(slot));
                previous = slot;
            }
        }
        out.unsigned(0);
        previous = -1;
        for (int slot = 0; slot < values.textSlots(); slot++) {
            String text = values.text(slot);
            if (kept.text(slot) && text != null) {
                out.unsigned(slot - previous);
                out.text(text);
                previous = slot;
            }
        }
        out.unsigned(0);
        previous = -1;
        for (int slot = 0; slot < values.mapSlots(); slot++) {
            Map<String, String> map = values.map(slot);
            if (kept.map(slot) && map != null) {
                out.unsigned(slot - previous);
                out.unsigned(map.size());
                map.forEach((key, value) -> {
                    out.text(key);
                    out.text(value);
                });
                previous = slot;
            }
        }
        out.unsigned(0);
    }

    private FieldValues readValues(PackedReader in) {
        FieldValues values = layout.newValues();
        int slot = -1;
        for (int step = (int) in.unsigned(); step != 0; step = (int) in.unsigned()) {
            slot += step;
            values.setNumber(slot, in.signed());
        }
        slot = -1;
        for (int step = (int) in.unsigned(); step != 0; step = (int) in.unsigned()) {
            slot += step;
            values.setText(slot, in.text());
        }
        slot = -1;
        for (int step = (int) in.unsigned(); step != 0; step = (int) in.unsigned()) {
            slot += step;
            Map<String, String> map = new LinkedHashMap<>();
            for (long entries = in.unsigned(); entries > 0; entries--) {
                map.put(in.text(), in.text());
            }
            values.setMap(slot, map);
        }
        return values;
    }
}
