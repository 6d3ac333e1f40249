package io.recount.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What is still reachable on the heap of a JVM that this one has started; looking collects its garbage. */
record LiveHeap(ProcessHandle process) {

    /** Flink's own, of which a job has one in each process, as long as it is there. */
    static final String CLASS_LOADER = "org.apache.flink.util.ChildFirstClassLoader";

    private static final String CLUSTER = "io.recount.local.cluster.FlinkCluster";
    private static final String TOTAL = "Total";

    /** That of the cluster in one JVM. */
    static LiveHeap ofCluster() {
        List<ProcessHandle> clusters = ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(CLUSTER))
                .toList();
        if (clusters.size() != 1) {
            throw new IllegalStateException("This JVM has " + clusters.size() + " clusters");
        }
        return new LiveHeap(clusters.get(0));
    }

    /**
     * Rows of number, instances, bytes and class, and one of their sums.
     *
     * @param lines as jcmd prints them
     */
    record Histogram(List<String> lines) {

        long bytes() {
            String[] words = lines.stream()
                    .filter(line -> line.startsWith(TOTAL))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("jcmd said " + lines))
                    .trim()
                    .split("\\s+");
            return Long.parseLong(words[words.length - 1]);
        }

        long instances(String name) {
            return lines.stream()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > 3 && words[3].equals(name))
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .sum();
        }
    }

    long bytes() {
        return look().bytes();
    }

    Histogram look() {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process asking = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String answer = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Histogram(answer.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("Can't ask process " + process.pid(), e);
        }
    }
}
