package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.FileProblem;
import io.recount.cells.yaml.Mapping;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Where in its file a model says what, for those who compare it with another one.
 *
 * @param file as people gave it
 * @param places by entry of {@link Meaning}, and by section
 */
public record Places(String file, Map<String, Place> places) implements Serializable {

    private static final Place BEGIN = new Place(1, 1);

    public Places {
        places = Map.copyOf(places);
    }

    /** Both count from 1. */
    record Place(int line, int column) implements Serializable {
        static Place of(Node node) {
            Mark mark = node.getStartMark().orElse(null);
            return mark == null ? BEGIN : new Place(mark.getLine() + 1, mark.getColumn() + 1);
        }
    }

    static Places of(String file, Mapping root, Iterable<Measure> measures, Map<String, Entry> entryOfMeasure) {
        Map<String, Place> places = new HashMap<>();
        root.members()
                .forEach(section ->
                        places.put(section.name(), Place.of(section.key().node())));
        root.get("fields").ifPresent(fields -> put(Meaning.FIELD, fields.node(), places));
        root.get("dimensions").ifPresent(dimensions -> put(Meaning.DIMENSION, dimensions.node(), places));
        root.get("enums").ifPresent(enums -> {
            for (NodeTuple enumeration : tuples(enums.node())) {
                put(Meaning.VALUE + name(enumeration) + ".", enumeration.getValueNode(), places);
            }
        });
        for (Measure measure : measures) {
            Place place = Place.of(
                    Objects.requireNonNull(entryOfMeasure.get(measure.name())).node());
            places.put(Meaning.MEASURE + measure.id(), place);
            if (measure.kind().keepsTime()) {
                places.put(Meaning.MEASURE + (measure.id() + 1), place);
            }
        }
        return new Places(file, places);
    }

    private static void put(String prefix, Node mapping, Map<String, Place> places) {
        for (NodeTuple tuple : tuples(mapping)) {
            places.put(prefix + name(tuple), Place.of(tuple.getKeyNode()));
        }
    }

    private static Iterable<NodeTuple> tuples(Node node) {
        return node instanceof MappingNode mapping ? mapping.getValue() : List.of();
    }

    private static String name(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
    }

    /** A problem with an entry; where that is not there, with its section. */
    FileProblem problem(String entry, String section, String what, String mend) {
        Place place = place(entry, place(section, BEGIN));
        return new FileProblem(file, place.line(), place.column(), what, mend);
    }

    private Place place(String entry, Place otherwise) {
        return places.getOrDefault(entry, otherwise);
    }
}
