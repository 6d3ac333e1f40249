package io.recount.harness.feed;

import java.util.Iterator;
import java.util.List;

/**
 * Documents of a scenario before anything befalls them.
 *
 * @param registers which store each key's register stands in
 * @param drafts in order of sending, to be read once
 */
public record Source(List<RegisterAssignment> registers, Iterator<Draft> drafts) {

    public Source {
        registers = List.copyOf(registers);
    }
}
