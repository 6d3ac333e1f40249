package io.recount.bench.throughput;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The process of a local engine, by what it leaves in its folder for whoever wants to find it. */
public final class EnginePid {

    private EnginePid() {}

    public static long of(Path folder) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("engine.pid"))) {
            properties.load(reader);
        }
        return Long.parseLong(properties.getProperty("pid"));
    }
}
