package io.recount.pipeline.cells;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;

/** A state backend on the heap that counts the entries read from maps, one by one or in a scan. */
final class HistoriesStateReads implements StateBackend {

    private static final long serialVersionUID = 1L;

    /** Shared by all backends that are made here; the test has one at a time. */
    private static final AtomicLong READS = new AtomicLong();

    private final HashMapStateBackend heap = new HashMapStateBackend();

    /** Entries read since the last call. */
    static long drain() {
        return READS.getAndSet(0);
    }

    @Override
    public <K> CheckpointableKeyedStateBackend<K> createKeyedStateBackend(KeyedStateBackendParameters<K> parameters)
            throws Exception {
        AbstractKeyedStateBackend<K> backend = heap.createKeyedStateBackend(parameters);
        @SuppressWarnings("unchecked") // the proxy has this interface and no other
        CheckpointableKeyedStateBackend<K> counting = (CheckpointableKeyedStateBackend<K>) proxy(
                CheckpointableKeyedStateBackend.class, (proxy, method, arguments) -> {
                    Object result = call(backend, method, arguments);
                    return result instanceof MapState<?, ?> map ? counting(map) : result;
                });
        return counting;
    }

    private static Object counting(MapState<?, ?> map) {
        return proxy(MapState.class, (proxy, method, arguments) -> {
            Object result = call(map, method, arguments);
            if (method.getName().equals("get") || method.getName().equals("contains")) {
                READS.incrementAndGet();
            }
            return result instanceof Iterable<?> scan ? (Iterable<Object>) () -> counting(scan.iterator()) : result;
        });
    }

    private static Iterator<Object> counting(Iterator<?> scan) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return scan.hasNext();
            }

            @Override
            public Object next() {
                READS.incrementAndGet();
                return scan.next();
            }
        };
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(HistoriesStateReads.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    @Override
    public OperatorStateBackend createOperatorStateBackend(OperatorStateBackendParameters parameters) throws Exception {
        return heap.createOperatorStateBackend(parameters);
    }
}
