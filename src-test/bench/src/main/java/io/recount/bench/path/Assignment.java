package io.recount.bench.path;

/**
 * What the JVM of a measurement is to do.
 *
 * @param configuration the job's configuration file, from which every path takes log and model
 * @param messages in the log
 * @param folder for checkpoints and temporary files; of this measurement alone
 * @param timeBoxSeconds after which a path that is {@link BenchPath#isTimeBoxed() time-boxed} is stopped
 * @param brokerPid the process of Kafka's broker
 * @param clickHousePid the process of ClickHouse; 0 if there is none
 * @param profile what the files with the profile are called, without extension; empty to take none
 */
public record Assignment(
        BenchPath path,
        String configuration,
        long messages,
        String folder,
        int timeBoxSeconds,
        long brokerPid,
        long clickHousePid,
        String profile) {}
