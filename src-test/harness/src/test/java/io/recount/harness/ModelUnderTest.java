package io.recount.harness;

import io.recount.harness.expectation.DeclaredModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Where the shipped model and the sources are. */
public final class ModelUnderTest {

    private ModelUnderTest() {}

    public static Path root() {
        return Path.of(System.getProperty("recount.root", "../.."));
    }

    public static DeclaredModel receipts() {
        try {
            return DeclaredModel.read(root().resolve("job/models/receipts.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException("The shipped model could not be read below " + root(), e);
        }
    }
}
