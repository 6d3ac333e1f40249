package io.recount.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports on 127.0.0.1 that the engines answer on; 0 takes a free one. */
public record EnginePorts(int kafka, int clickHouse, int flink) {

    static EnginePorts any() {
        return new EnginePorts(0, 0, 0);
    }

    /** Fails if one that was asked for is taken. */
    void requireFree() {
        requireFree("--kafka-port", kafka);
        requireFree("--clickhouse-port", clickHouse);
        requireFree("--flink-port", flink);
    }

    private static void requireFree(String option, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            socket.setReuseAddress(true);
        } catch (IOException e) {
            throw new DemoFailure(
                    "Port %d on 127.0.0.1 is taken. Give another one with %s, or leave the option out for a free one."
                            .formatted(port, option),
                    e);
        }
    }
}
