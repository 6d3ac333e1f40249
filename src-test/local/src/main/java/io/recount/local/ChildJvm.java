package io.recount.local;

import java.util.List;
import java.util.Map;

/**
 * The JVM an engine runs in. Its main class creates the file named by the system property {@code recount.ready} once
 * the engine answers, and stops cleanly on SIGTERM.
 *
 * @param module the folder of the module that holds its class path, from the root of the checkout
 * @param heapMegabytes its largest heap
 * @param environment what is added to this JVM's environment; secrets go here, where a process list does not show them
 */
record ChildJvm(
        String module,
        String mainClass,
        int heapMegabytes,
        List<String> jvmOptions,
        List<String> arguments,
        Map<String, String> environment) {}
