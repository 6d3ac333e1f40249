package io.recount.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command printed, and how it ended. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Recount.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
