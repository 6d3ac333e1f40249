package io.recount.manifests;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder of {@code k8s}, and beside it what kustomize makes of that. */
enum Overlay {
    dev,
    prod,
    /** Without the operator. */
    standalone;

    static final Path ROOT = Path.of(System.getProperty("recount.root"));

    /** What was rendered last, and looked at by people. */
    Path golden() {
        return ROOT.resolve("src-test/manifests/src/test/resources/" + this + ".yaml");
    }

    String goldenText() {
        try {
            return Files.readString(golden());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Manifest> manifests() {
        return Manifest.all(goldenText());
    }

    Manifest only(String kind) {
        List<Manifest> found = manifests().stream()
                .filter(manifest -> manifest.kind().equals(kind))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " of " + kind + " in " + golden());
        }
        return found.get(0);
    }

    /** A program of this machine, or of those that were installed for tests. */
    static Optional<Path> tool(String name) {
        String cache = Objects.requireNonNullElse(
                System.getenv("RECOUNT_CACHE"),
                Path.of(System.getProperty("user.home"), ".cache/recount").toString());
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of(cache))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    String render(Path kubectl) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(kubectl.toString(), "kustomize", "k8s/" + this)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String rendered = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(rendered);
        }
        return rendered;
    }
}
