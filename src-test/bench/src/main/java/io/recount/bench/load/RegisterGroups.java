package io.recount.bench.load;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.recount.demo.verdict.Judge;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages divided by their registers into files, so that what has to come of them is computed, and held, for a group of
 * registers at a time.
 */
final class RegisterGroups implements AutoCloseable {

    private final Path folder;
    private final DeclaredModel model;
    private final List<List<String>> registers = new ArrayList<>();
    private final List<OutputStream> files = new ArrayList<>();
    private final Map<String, OutputStream> fileOf = new HashMap<>();

    /** In an existing folder, which is emptied of them by {@link #close}. */
    RegisterGroups(Path folder, DeclaredModel model, List<RegisterAssignment> all, int groups) throws IOException {
        this.folder = folder;
        this.model = model;
        int size = (all.size() + groups - 1) / groups;
        for (int from = 0; from < all.size(); from += size) {
            List<String> its = all.subList(from, Math.min(all.size(), from + size)).stream()
                    .map(RegisterAssignment::register)
                    .toList();
            OutputStream file = new BufferedOutputStream(
                    new ZstdOutputStream(Files.newOutputStream(file(registers.size()))), 1 << 16);
            registers.add(its);
            files.add(file);
            its.forEach(register -> fileOf.put(register, file));
        }
    }

    private Path file(int group) {
        return folder.resolve("group-" + group + ".jsonl.zst");
    }

    /** Of one whose register cannot be read nothing comes. */
    void add(Delivery delivery) throws IOException {
        OutputStream file = delivery.key() == null ? null : fileOf.get(delivery.key());
        if (file != null) {
            file.write(delivery.value());
            file.write('\n');
        }
    }

    /** Every number of every register, when all messages were added. */
    List<Comparison> compare(Judge judge) throws IOException {
        List<Comparison> comparisons = new ArrayList<>();
        for (int group = 0; group < registers.size(); group++) {
            files.get(group).close();
            comparisons.addAll(judge.rowsOf(registers.get(group), expectation(group)));
        }
        return comparisons;
    }

    private Expectation expectation(int group) throws IOException {
        Expectation expectation = new Expectation(model, List.of());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new ZstdInputStream(Files.newInputStream(file(group))), StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                expectation.add(line.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return expectation;
    }

    /** All of them. */
    List<String> registers() {
        return registers.stream().flatMap(List::stream).toList();
    }

    @Override
    public void close() throws IOException {
        for (int group = 0; group < registers.size(); group++) {
            files.get(group).close();
            Files.deleteIfExists(file(group));
        }
    }
}
