package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which documents are read back, on a real engine. */
final class DocumentStoreIT {

    private static final DocumentStore.Table TABLE =
            new DocumentStore.Table("documents", List.of("register", "number"), List.of("number", "_late"), "");

    /** 100 was left at offset 10 of the first partition and 5 of the second, 200 at 20 of the first. */
    private static final Lineage HISTORY = Lineage.NONE
            .leftAt(new Ancestor(100, 4, List.of(new Position("a@1", 0, 10), new Position("a@1", 1, 5))))
            .leftAt(new Ancestor(200, 9, List.of(new Position("a@1", 0, 20))));

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = ENGINE.database("documents_it");
        server.execute(
                "CREATE TABLE documents (register String, number UInt64, _late UInt8, _timeline UInt64,"
                        + " _topic LowCardinality(String), _partition UInt32, _offset UInt64) ENGINE = MergeTree ORDER BY register");
    }

    @Test
    void onlyWhatLiesBelowTheCutsIsRead() throws Exception {
        write("cuts", 1, 0, 100, "a@1", 0, 9);
        write("cuts", 2, 0, 100, "a@1", 0, 10);
        write("cuts", 3, 0, 100, "a@1", 1, 4);
        write("cuts", 4, 0, 100, "a@1", 2, 0);
        write("cuts", 5, 0, 100, "a@2", 0, 0);
        write("cuts", 6, 0, 150, "a@1", 0, 0);
        write("cuts", 7, 0, 200, "a@1", 0, 19);
        write("cuts", 8, 0, 300, "a@1", 0, 0);
        assertThat(read("cuts", HISTORY)).containsExactlyInAnyOrder(1L, 3L, 7L);
        assertThat(read("cuts", Lineage.NONE)).isEmpty();
    }

    @Test
    void lateOnesComeFirst() throws Exception {
        write("late", 1, 0, 100, "a@1", 0, 1);
        write("late", 2, 1, 100, "a@1", 0, 2);
        assertThat(read("late", HISTORY)).containsExactly(1L, 2L);
        write("late", 1, 1, 100, "a@1", 0, 3);
        List<Integer> late = new ArrayList<>();
        try (DocumentStore store = new DocumentStore(server.access(), TABLE)) {
            store.byId(List.of(List.of("late", 1L)), HISTORY, row -> late.add(row.getInt(2)));
        }
        assertThat(late).containsExactly(1, 0);
    }

    /** A key is data of messages: no form of it is anything else. */
    @Test
    void whateverTheKeyIsItsOwnDocumentsAreRead() throws Exception {
        List<String> keys =
                List.of("x", "{fn x}", "{d '2026-01-01'}", "?", "\\", "'", "a'b\\'c", "\0", "--", "/* */", "касса", "");
        for (int i = 0; i < keys.size(); i++) {
            write(keys.get(i), 1_000 + i, 0, 100, "a@1", 0, 1);
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(read(keys.get(i), HISTORY)).as(keys.get(i)).containsExactly(1_000L + i);
        }
    }

    @Test
    void everyKeyIsToldOnceWhateverItsHistory() throws Exception {
        write("keys 1", 1, 0, 100, "a@1", 0, 9);
        write("keys 1", 2, 0, 300, "a@1", 0, 9);
        write("keys 2", 1, 0, 300, "a@1", 0, 9);
        List<String> keys = new ArrayList<>();
        try (DocumentStore store = new DocumentStore(server.access(), TABLE)) {
            store.keys(row -> keys.add(row.getString(1)));
        }
        assertThat(keys).contains("keys 1", "keys 2").doesNotHaveDuplicates();
    }

    @Test
    void aHistoryOfManySubmissionsIsStillAQuery() throws Exception {
        write("long", 1, 0, 7, "a@1", 63, 1);
        List<Ancestor> ancestors = LongStream.rangeClosed(1, 500)
                .mapToObj(timeline -> new Ancestor(
                        timeline,
                        1,
                        LongStream.range(0, 64)
                                .mapToObj(partition -> new Position("a@1", (int) partition, 1_000_000))
                                .toList()))
                .toList();
        assertThat(read("long", new Lineage(ancestors))).containsExactly(1L);
    }

    private static void write(
            String register, long number, int late, long timeline, String topic, int partition, long offset)
            throws Exception {
        server.execute("INSERT INTO documents VALUES (unhex('%s'), %d, %d, %d, '%s', %d, %d)"
                .formatted(hex(register), number, late, timeline, topic, partition, offset));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Long> read(String register, Lineage history) throws Exception {
        List<Long> numbers = new ArrayList<>();
        try (DocumentStore store = new DocumentStore(server.access(), TABLE)) {
            store.byPlace("1", List.of(List.of(register, 1L)), "true", history, row -> numbers.add(row.getLong(1)));
        }
        return numbers;
    }
}
