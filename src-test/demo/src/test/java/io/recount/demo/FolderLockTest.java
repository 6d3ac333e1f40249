package io.recount.demo;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {

    @Test
    void oneRunAtATimeHasAFolder(@TempDir Path parent) {
        Path folder = parent.resolve("demo");
        try (FolderLock first = FolderLock.of(folder)) {
            assertThatThrownBy(() -> FolderLock.of(folder))
                    .isInstanceOf(DemoFailure.class)
                    .hasMessageContaining("Another demo is running in " + folder);
        }
        assertThatCode(() -> FolderLock.of(folder).close()).doesNotThrowAnyException();
    }
}
