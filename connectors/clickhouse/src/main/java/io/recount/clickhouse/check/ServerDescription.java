package io.recount.clickhouse.check;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a server says of itself to one user.
 *
 * @param version as in {@code 24.8.4.13}
 * @param tables those of the database that the user sees, by name
 * @param hidden tables that are there and that the user does not see
 * @param missingRights what the user may not do, by table
 * @param settings by name, those that inserts need
 * @param windows defaults of the settings of tables that say how many blocks are remembered, by name
 */
record ServerDescription(
        String version,
        String user,
        Map<String, ServerTable> tables,
        Set<String> hidden,
        Map<String, List<Right>> missingRights,
        Map<String, ServerSetting> settings,
        Map<String, Long> windows) {

    ServerDescription {
        tables = Map.copyOf(tables);
        hidden = Set.copyOf(hidden);
        missingRights = Map.copyOf(missingRights);
        settings = Map.copyOf(settings);
        windows = Map.copyOf(windows);
    }
}
