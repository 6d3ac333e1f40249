package io.recount.cells;

import io.recount.cells.model.Dimension;
import io.recount.cells.model.Match;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;

/** A choice of slots. */
public final class SlotMask implements Serializable {

    private static final long serialVersionUID = 1L;

    private final BitSet numbers = new BitSet();
    private final BitSet texts = new BitSet();
    private final BitSet maps = new BitSet();

    private SlotMask() {}

    public static SlotMask all(Layout layout) {
        SlotMask mask = new SlotMask();
        layout.slots().forEach(mask::add);
        return mask;
    }

    /** The slots that measures and dimensions look at: what a document must keep to be folded again. */
    public static SlotMask folded(Model model, Layout layout) {
        SlotMask mask = new SlotMask();
        for (Measure measure : model.measures()) {
            if (measure.of() != null) {
                mask.add(layout.slot(measure.of()));
            }
            for (Match match : measure.where()) {
                mask.add(layout.slot(match.field()));
            }
            if (measure.negate() != null) {
                mask.add(layout.slot(measure.negate().field()));
            }
        }
        for (Dimension dimension : model.dimensions()) {
            mask.add(layout.slot(dimension.map()));
        }
        return mask;
    }

    /** These slots without some. */
    SlotMask without(List<Layout.Slot> others) {
        SlotMask mask = new SlotMask();
        mask.numbers.or(numbers);
        mask.texts.or(texts);
        mask.maps.or(maps);
        for (Layout.Slot slot : others) {
            switch (slot.store()) {
                case NUMBER -> mask.numbers.clear(slot.index());
                case TEXT -> mask.texts.clear(slot.index());
                case MAP -> mask.maps.clear(slot.index());
            }
        }
        return mask;
    }

    int[] numbers() {
        return numbers.stream().toArray();
    }

    int[] texts() {
        return texts.stream().toArray();
    }

    int[] maps() {
        return maps.stream().toArray();
    }

    private void add(Layout.Slot slot) {
        switch (slot.store()) {
            case NUMBER -> numbers.set(slot.index());
            case TEXT -> texts.set(slot.index());
            case MAP -> maps.set(slot.index());
        }
    }

    public boolean has(Layout.Slot slot) {
        return switch (slot.store()) {
            case NUMBER -> number(slot.index());
            case TEXT -> text(slot.index());
            case MAP -> map(slot.index());
        };
    }

    boolean number(int slot) {
        return numbers.get(slot);
    }

    boolean text(int slot) {
        return texts.get(slot);
    }

    boolean map(int slot) {
        return maps.get(slot);
    }
}
