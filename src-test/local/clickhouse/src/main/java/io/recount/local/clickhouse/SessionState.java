package io.recount.local.clickhouse;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a request asks its session to be like: current database and settings; reading only, for GET. */
record SessionState(Optional<String> database, Map<String, String> settings) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    /** Refuses writes, but lets a statement change settings. */
    private static final String READ_ONLY = "2";

    private static final String FIRST_DATABASE = "default";

    static SessionState of(String method, Request request) {
        Map<String, String> settings = new LinkedHashMap<>(request.settings());
        if (!method.equals("POST")) {
            settings.putIfAbsent("readonly", READ_ONLY);
        }
        return new SessionState(request.database(), settings);
    }

    /** A session begins in {@value #FIRST_DATABASE}; USE would ask for a right to it that a request to a server does not need. */
    void applyTo(ChdbSession session) {
        database.filter(name -> !name.equals(FIRST_DATABASE))
                .ifPresent(name -> session.execute("USE " + quoted(name, '`')));
        if (!settings.isEmpty()) {
            session.execute(settings.entrySet().stream()
                    .map(setting -> named(setting.getKey()) + " = " + quoted(setting.getValue(), '\''))
                    .collect(Collectors.joining(", ", "SET ", "")));
        }
    }

    /** Only a plain name may become part of the SET statement. */
    private static String named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw EngineException.of(
                    EngineException.UNKNOWN_SETTING, "UNKNOWN_SETTING", "Setting " + name + " is neither a builtin");
        }
        return name;
    }

    private static String quoted(String text, char quote) {
        return quote + text.replace("\\", "\\\\").replace(String.valueOf(quote), "\\" + quote) + quote;
    }
}
