package io.recount.bench.path;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Reads the clocks of this JVM and of the engines beside it. */
final class Meter {

    private final OperatingSystemMXBean own = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final long brokerPid;
    private final long clickHousePid;

    Meter(Assignment assignment) {
        brokerPid = assignment.brokerPid();
        clickHousePid = assignment.clickHousePid();
    }

    Costs read() {
        return new Costs(System.nanoTime(), own.getProcessCpuTime(), cpuNanos(brokerPid), cpuNanos(clickHousePid));
    }

    private static long cpuNanos(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }
}
