package io.recount.bench.path;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import one.profiler.AsyncProfiler;
import one.profiler.Counter;

/**
 * Samples where this JVM spends CPU time, native code included, every millisecond of it. The files are {@code NAME.html}, a
 * flame graph, and {@code NAME.collapsed}, a line a stack.
 */
final class Profile {

    /** It is part of the profiler's artifact; without it there is no profile. */
    private static final String LIBRARY = "linux-x64/libasyncProfiler.so";

    private final AsyncProfiler profiler;
    private final String name;

    private Profile(AsyncProfiler profiler, String name) {
        this.profiler = profiler;
        this.name = name;
    }

    /** Starts it; {@code folder} takes the library. */
    static Profile start(String name, Path folder) throws IOException {
        Path library = folder.resolve("libasyncProfiler.so");
        try (InputStream packed = Profile.class.getClassLoader().getResourceAsStream(LIBRARY)) {
            if (packed == null) {
                throw new FileNotFoundException("No " + LIBRARY + " on the class path");
            }
            Files.copy(packed, library, StandardCopyOption.REPLACE_EXISTING);
        }
        AsyncProfiler profiler = AsyncProfiler.getInstance(library.toString());
        // A timer of CPU time: containers rarely let anybody at the counters of the processor.
        profiler.execute("start,event=itimer,interval=1ms,threads");
        return new Profile(profiler, name);
    }

    void stop() throws IOException {
        profiler.stop();
        Files.writeString(Path.of(name + ".collapsed"), profiler.dumpCollapsed(Counter.SAMPLES));
        profiler.execute("dump,file=" + name + ".html");
    }
}
