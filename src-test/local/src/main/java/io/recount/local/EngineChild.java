package io.recount.local;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * First class of every child JVM: {@code EngineChild ATTACHED|DETACHED MAIN-CLASS ARGUMENT…}. An attached child holds
 * the end of a pipe from its parent; when the parent is gone, even by kill -9, the pipe ends and the child stops.
 */
public final class EngineChild {

    private EngineChild() {}

    public static void main(String[] arguments)
            throws ClassNotFoundException, NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        if (Lifetime.valueOf(arguments[0]) == Lifetime.ATTACHED) {
            Thread parent = new Thread(EngineChild::stopWithParent, "parent");
            parent.setDaemon(true);
            parent.start();
        }
        Class.forName(arguments[1]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 2, arguments.length));
    }

    private static void stopWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent never writes: only the end counts.
            }
        } catch (IOException e) {
            System.out.println("The pipe from the parent broke: " + e.getMessage());
        }
        System.exit(0);
    }
}
