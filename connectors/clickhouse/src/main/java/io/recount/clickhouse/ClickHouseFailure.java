package io.recount.clickhouse;

import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * A request to ClickHouse failed. The message says what the server answered and what to do next, and holds neither
 * values of rows nor the password.
 */
public final class ClickHouseFailure extends IOException {

    private static final long serialVersionUID = 1;

    private static final int QUOTED_CHARACTERS = 400;
    private static final int FIRST_SERVER_FAULT = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final ServerError.Outcome outcome;
    private final @Nullable ServerError error;

    private ClickHouseFailure(String message, ServerError.Outcome outcome) {
        super(message);
        this.outcome = outcome;
        this.error = null;
    }

    private ClickHouseFailure(String message, ServerError error) {
        super(message);
        this.outcome = error.outcome();
        this.error = error;
    }

    private ClickHouseFailure(String message, ServerError.Outcome outcome, Throwable cause) {
        super(message, cause);
        this.outcome = outcome;
        this.error = null;
    }

    /**
     * The server answered with an error.
     *
     * @param code its code
     * @param words its message, quoted only where it cannot hold values of rows
     */
    static ClickHouseFailure answered(int code, String words) {
        return ServerError.of(code, words)
                .map(error -> new ClickHouseFailure(
                        "ClickHouse answered " + code + " " + error.name()
                                + (error.isQuotable() ? " (" + shortened(words) + ")" : "") + ". Next: "
                                + error.nextStep(),
                        error))
                .orElseGet(() -> new ClickHouseFailure(
                        "ClickHouse answered " + code + ", which has no rule here. Next: look the code up in"
                                + " system.errors; its message is in the server's log",
                        ServerError.Outcome.PERMANENT));
    }

    /** Something in front of the server answered: a proxy, a load balancer. */
    static ClickHouseFailure notClickHouse(int httpStatus) {
        boolean passing = httpStatus >= FIRST_SERVER_FAULT || httpStatus == TOO_MANY_REQUESTS;
        return new ClickHouseFailure(
                "HTTP status " + httpStatus
                        + " came back, and not from ClickHouse. Next: check the endpoint and what stands"
                        + " in front of it",
                passing ? ServerError.Outcome.RETRY : ServerError.Outcome.PERMANENT);
    }

    /** There was no answer. Whether the request was carried out is not known. */
    static ClickHouseFailure unreachable(IOException cause) {
        if (isUntrusted(cause)) {
            return new ClickHouseFailure(
                    "The certificate that ClickHouse, or what stands in front of it, showed is not trusted, or is for another"
                            + " host. Next: name the file with the certificate of the authority that signed it, and use the"
                            + " host's name that is in the certificate",
                    ServerError.Outcome.PERMANENT,
                    cause);
        }
        return new ClickHouseFailure(
                "ClickHouse did not answer (" + cause.getClass().getSimpleName()
                        + "). Next: check that the server runs and that the endpoint is right",
                ServerError.Outcome.RETRY,
                cause);
    }

    private static boolean isUntrusted(IOException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
                return true;
            }
        }
        return false;
    }

    /** The client itself failed, before or after the request. */
    static ClickHouseFailure inClient(Throwable cause) {
        return new ClickHouseFailure(
                "The ClickHouse client failed (" + cause.getClass().getSimpleName() + "). Next: report it",
                ServerError.Outcome.PERMANENT,
                cause);
    }

    /** The request was not made, or its result is not to be relied on, until somebody changes something. */
    public static ClickHouseFailure refused(String message) {
        return new ClickHouseFailure(message, ServerError.Outcome.PERMANENT);
    }

    /** The same failure, with the server that it came from; the endpoint holds no user and no password. */
    ClickHouseFailure at(URI endpoint) {
        String message = endpoint + ": " + getMessage();
        if (error != null) {
            return new ClickHouseFailure(message, error);
        }
        Throwable cause = getCause();
        return cause == null ? new ClickHouseFailure(message, outcome) : new ClickHouseFailure(message, outcome, cause);
    }

    /** The error that the server answered with, if it did and it is known. */
    public Optional<ServerError> error() {
        return Optional.ofNullable(error);
    }

    /** What to do about it. */
    public ServerError.Outcome outcome() {
        return outcome;
    }

    private static String shortened(String words) {
        return words.length() <= QUOTED_CHARACTERS ? words : words.substring(0, QUOTED_CHARACTERS) + "…";
    }
}
