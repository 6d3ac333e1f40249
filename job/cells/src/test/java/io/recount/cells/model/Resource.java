package io.recount.cells.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that tests read. */
final class Resource {

    private Resource() {}

    /** A file beside the wrong models. */
    static String text(String name) {
        try (InputStream in = Resource.class.getResourceAsStream("/model/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no test resource /model/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of the repository, from its root. */
    static Path file(String path) {
        Path file = Path.of(System.getProperty("recount.root", "../.."), path);
        if (!Files.exists(file)) {
            throw new IllegalStateException("no " + file.toAbsolutePath() + "; set -Drecount.root to the checkout");
        }
        return file;
    }
}
