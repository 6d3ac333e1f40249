package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.DocumentId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nothing that was accepted is ever taken for new, however many scopes a register has. */
class DirectoryTest {

    private static final long SEED = 5;
    private static final int SCOPES = 30;

    @Test
    void anIdThatWasAcceptedIsNeverNewAndNorIsItsChunk() {
        System.out.println("DirectoryTest: seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 60; round++) {
            Directory directory = random.nextBoolean() ? Directory.of(someSeen(random)) : evicted();
            Set<DocumentId> accepted = new LinkedHashSet<>();
            int scope = 0;
            for (int i = 0; i < 300; i++) {
                scope = random.nextInt(4) == 0 ? random.nextInt(SCOPES) : scope;
                DocumentId id = new DocumentId("D" + scope, random.nextInt(700), "");
                directory.accept(id, i, true);
                accepted.add(id);
                Directory read = Directory.read(directory.toBytes());
                for (DocumentId each : accepted) {
                    assertThat(directory.isNew(each, true)).as("%s", each).isFalse();
                    assertThat(directory.isNewChunk(Chunk.numberOf(each), Chunk.SLOTS, true))
                            .as("chunk of %s", each)
                            .isFalse();
                    assertThat(read.isNew(each, true)).as("%s, read", each).isFalse();
                }
            }
        }
    }

    /** Of a register that is known, and not complete. */
    private static Directory evicted() {
        Directory directory = Directory.ofNew();
        directory.evicted(0);
        return directory;
    }

    private static PastDocuments.Seen someSeen(SplittableRandom random) {
        Map<String, List<Long>> ids = new TreeMap<>();
        for (int scope = 0; scope < random.nextInt(1, 20); scope++) {
            ids.put("D" + scope, List.of(random.nextLong(700)));
        }
        return new PastDocuments.Seen(ids, List.of(3L));
    }

    @Test
    void whatComesAfterAllForgottenScopesIsNewAgain() {
        Directory directory = evicted();
        for (int scope = 0; scope < SCOPES; scope++) {
            directory.accept(new DocumentId("D" + scope, 100 + scope, ""), 1, true);
        }
        assertThat(directory.isNew(new DocumentId("E", 5, ""), true)).isFalse();
        assertThat(directory.isNew(new DocumentId("E", 5_000, ""), true)).isTrue();
    }
}
