package io.recount.local;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * First class of every child JVM: {@code EngineChild ATTACHED|DETACHED MAIN-CLASS ARGUMENT…}. An attached child holds
 * the end of a pipe from its parent; when the parent is gone, even by kill -9, the pipe ends and the child stops.
 */
public final class EngineChild {

    private EngineChild() {}

    public static void main(String[] arguments)
            throws ClassNotFoundException, NoSuchMethodException, IllegalAccessException {
        if (Lifetime.valueOf(arguments[0]) == Lifetime.ATTACHED) {
            Thread parent = new Thread(EngineChild::stopWithParent, "parent");
            parent.setDaemon(true);
            parent.start();
        }
        Method main = Class.forName(arguments[1]).getMethod("main", String[].class);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
        } catch (InvocationTargetException e) {
            System.getLogger(arguments[1]).log(System.Logger.Level.ERROR, "The engine could not start", e.getCause());
            // Whatever threads it has begun would keep a failed start waiting for its deadline.
            System.exit(1);
        }
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
