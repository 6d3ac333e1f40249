package io.recount.harness;

import io.recount.harness.expectation.DeclaredModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Where the shipped models and the sources are. */
public final class ModelUnderTest {

    private ModelUnderTest() {}

    public static Path root() {
        return Path.of(System.getProperty("recount.root", "../.."));
    }

    public static DeclaredModel receipts() {
        return shipped("receipts");
    }

    public static DeclaredModel meters() {
        return shipped("meters");
    }

    public static DeclaredModel shipped(String name) {
        try {
            return DeclaredModel.read(root().resolve("job/models/" + name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException("The shipped model could not be read below " + root(), e);
        }
    }
}
