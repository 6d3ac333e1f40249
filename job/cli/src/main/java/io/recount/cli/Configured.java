package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.pipeline.options.EffectiveOption;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.SettingsReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of all commands that need the configuration. */
final class Configured {

    @Option(
            names = "--config",
            scope = ScopeType.INHERIT,
            required = true,
            paramLabel = "FILE",
            description = "Configuration, YAML; its options are in README.md.")
    private Path file;

    @Option(
            names = "--set",
            scope = ScopeType.INHERIT,
            paramLabel = "KEY=VALUE",
            description = "Sets an option over the file. Repeatable.")
    private final Map<String, String> overrides = new LinkedHashMap<>();

    /** As people gave it. */
    Path file() {
        return file;
    }

    Settings settings() {
        return SettingsReader.read(file, overrides, System.getenv());
    }

    List<EffectiveOption> effective() {
        return SettingsReader.effective(file, overrides, System.getenv());
    }

    Model model(Settings settings) {
        return ModelFile.read(settings.modelFile());
    }
}
