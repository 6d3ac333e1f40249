package io.recount.local;

import java.net.URI;

/** A ClickHouse server that is reached over HTTP. */
public interface ClickHouseEngine extends Engine {

    /** Where the server answers, such as {@code http://127.0.0.1:8123}. */
    URI httpEndpoint();

    String user();

    String password();
}
