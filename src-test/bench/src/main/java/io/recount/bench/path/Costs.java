package io.recount.bench.path;

/**
 * What has been spent since some time before.
 *
 * @param wallNanos time
 * @param cpuNanos CPU time of Flink's JVM, its compiler and garbage collector included
 * @param brokerCpuNanos CPU time of Kafka's broker
 * @param clickHouseCpuNanos CPU time of ClickHouse
 */
public record Costs(long wallNanos, long cpuNanos, long brokerCpuNanos, long clickHouseCpuNanos) {

    /** What was spent between then and this. */
    public Costs since(Costs earlier) {
        return new Costs(
                wallNanos - earlier.wallNanos,
                cpuNanos - earlier.cpuNanos,
                brokerCpuNanos - earlier.brokerCpuNanos,
                clickHouseCpuNanos - earlier.clickHouseCpuNanos);
    }
}
