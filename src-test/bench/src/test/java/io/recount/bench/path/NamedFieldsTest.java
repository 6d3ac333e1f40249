package io.recount.bench.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.model.ModelFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NamedFieldsTest {

    private final NamedFields fields =
            new NamedFields(ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml")));

    @Test
    void whatTheModelNamesIsLookedAt() throws IOException {
        long without = read("{}");
        assertThat(without).isZero();
        assertThat(read("{\"register\":\"R-1\"}")).isPositive();
        assertThat(read("{\"number\":7}")).isPositive();
        assertThat(read("{\"payments\":{\"card\":\"1.00\"}}")).isPositive();
        assertThat(read("{\"custom\":{\"anything\":\"x\"}}")).isPositive();
    }

    @Test
    void whatItDoesNotNameIsSkipped() throws IOException {
        assertThat(read("{\"lines\":[{\"name\":\"Tea\",\"total\":\"1.00\"}],\"other\":{\"register\":\"R-1\"}}"))
                .isZero();
        assertThat(read("{\"lines\":[{\"register\":\"R-2\"}],\"register\":\"R-1\"}"))
                .isEqualTo(read("{\"register\":\"R-1\"}"));
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> read("{\"register\":")).isInstanceOf(IOException.class);
    }

    private long read(String json) throws IOException {
        return fields.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
