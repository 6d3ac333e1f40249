package io.recount.local.relay;

/**
 * What the relay does with an insert.
 *
 * @param way what becomes of it
 * @param code the error that is answered; 0 where none is made up
 */
public record Deed(Way way, int code) {

    /** Hands it on, and the answer back. */
    public static final Deed PASS = new Deed(Way.PASS, 0);

    /** Keeps it, and cuts the connection. */
    public static final Deed DROP = new Deed(Way.DROP, 0);

    /** Hands it on, and cuts the connection instead of giving the answer back. */
    public static final Deed SWALLOW_REPLY = new Deed(Way.SWALLOW_REPLY, 0);

    /** Hands half of it on, and cuts both connections. */
    public static final Deed CUT_IN_BODY = new Deed(Way.CUT_IN_BODY, 0);

    /** Keeps it, and answers as a server would that has this error. */
    public static Deed refuse(int code) {
        return new Deed(Way.REFUSE, code);
    }

    /** Hands it on, and answers with this error all the same. */
    public static Deed doubt(int code) {
        return new Deed(Way.DOUBT, code);
    }

    enum Way {
        PASS,
        DROP,
        SWALLOW_REPLY,
        CUT_IN_BODY,
        REFUSE,
        DOUBT
    }
}
