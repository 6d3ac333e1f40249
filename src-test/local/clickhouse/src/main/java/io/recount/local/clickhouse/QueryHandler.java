package io.recount.local.clickhouse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.recount.local.clickhouse.Request.Credentials;
import io.recount.local.clickhouse.Statement.InlineInsert;
import io.recount.local.clickhouse.Statement.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;

/**
 * Answers one statement a request, in a session of its own. A failed statement is answered with ClickHouse's code and
 * text; by then the whole request has been read, because a client that is still sending would see a broken connection
 * instead of the reason.
 */
final class QueryHandler implements HttpHandler {

    private static final System.Logger LOG = System.getLogger(QueryHandler.class.getName());

    /** Clients drop a connection idle for that long; the server itself keeps it longer, so the two never race. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    private final ChdbEngine engine;
    private final Credentials accepted;
    private final String timezone;

    QueryHandler(ChdbEngine engine, Credentials accepted, String timezone) {
        this.engine = engine;
        this.accepted = accepted;
        this.timezone = timezone;
    }

    @Override
    public void handle(HttpExchange exchange) {
        Request request =
                Request.of(Optional.ofNullable(exchange.getRequestURI().getRawQuery()), exchange.getRequestHeaders());
        Response response = new Response(exchange, request);
        response.header("X-ClickHouse-Timezone", timezone);
        response.header(
                "X-ClickHouse-Query-Id",
                request.queryId().orElseGet(() -> UUID.randomUUID().toString()));
        response.header("X-ClickHouse-Server-Display-Name", "local");
        response.header("Keep-Alive", "timeout=" + KEEP_ALIVE_SECONDS);
        try (exchange) {
            RequestBody body = new RequestBody(exchange.getRequestBody());
            try {
                answer(exchange, request, body, response);
            } catch (EngineException e) {
                body.drain();
                response.failure(e);
            } catch (IOException e) {
                if (body.isBrokenOff() || response.isBegun()) {
                    throw e;
                }
                body.drain();
                response.failure(EngineException.of(
                        EngineException.CANNOT_DECOMPRESS,
                        "CANNOT_DECOMPRESS",
                        "The body of the request can't be decoded: " + e.getMessage()));
            }
        } catch (RuntimeException | IOException e) {
            // The HTTP server would drop it; a client that went away is the usual cause.
            LOG.log(System.Logger.Level.WARNING, "A request was cut off", e);
        }
    }

    private void answer(HttpExchange exchange, Request request, RequestBody sent, Response response)
            throws IOException {
        if (!exchange.getRequestURI().getPath().equals("/")) {
            sent.drain();
            response.text(404, "There is no handle " + exchange.getRequestURI().getPath() + "\n");
            return;
        }
        authenticate(request);
        refuseSession(request);
        InputStream body = ContentCoding.ofRequest(request.headers().getFirst("Content-Encoding"))
                .decode(sent);
        if (request.flag("decompress")) {
            body = BlockFrames.decode(body);
        }
        Optional<String> boundary = MultipartForm.boundary(request.headers().getFirst("Content-Type"));
        if (boundary.isPresent()) {
            request = request.with(MultipartForm.fields(Incoming.readWhole(body), boundary.get()));
            body = InputStream.nullInputStream();
        }
        Incoming incoming = Incoming.read(request.query(), body);
        if (incoming.isEmpty()) {
            response.text(200, "Ok.\n");
            return;
        }
        try (ChdbSession session = engine.open()) {
            SessionState.of(exchange.getRequestMethod(), request).applyTo(session);
            run(session, incoming, request, response);
        }
    }

    private static void run(ChdbSession session, Incoming incoming, Request request, Response response)
            throws IOException {
        if (incoming.statement() instanceof Plain plain) {
            String format = plain.format().orElse(request.defaultFormat());
            try (ChdbResult result =
                    session.query(plain.text(), request.defaultFormat(), request.statementParameters())) {
                response.success(result, result.statistics(), format);
            }
        } else if (incoming.statement() instanceof InlineInsert insert) {
            try (ChdbInsert stream = session.insert(insert.text(), insert.format(), request.statementParameters())) {
                stream.append(incoming.data());
                try (ChdbResult result = stream.finish()) {
                    response.success(result, result.statistics().ofInsert(), insert.format());
                }
            }
        }
    }

    private void authenticate(Request request) {
        Credentials given = request.credentials();
        if (!given.equals(accepted)) {
            throw EngineException.of(
                    EngineException.AUTHENTICATION_FAILED,
                    "AUTHENTICATION_FAILED",
                    given.user()
                            + ": Authentication failed: password is incorrect, or there is no user with such name.");
        }
    }

    private static void refuseSession(Request request) {
        if (request.has("session_id")) {
            throw EngineException.of(
                    EngineException.NOT_IMPLEMENTED,
                    "NOT_IMPLEMENTED",
                    "HTTP sessions are not offered by this engine: leave session_id out, each request stands alone");
        }
    }
}
