package io.recount.clickhouse.check;

import io.recount.clickhouse.PinnedSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares what the user may do with what inserts need. A profile that sets a setting to something else is no difference,
 * because every insert carries its own; one that forbids to change it is.
 */
final class UserComparison {

    private final ServerDescription server;
    private final List<Difference> differences = new ArrayList<>();

    private UserComparison(ServerDescription server) {
        this.server = server;
    }

    static List<Difference> differences(ServerDescription server) {
        UserComparison comparison = new UserComparison(server);
        comparison.compare();
        return comparison.differences;
    }

    private void compare() {
        ServerSetting readonly = server.settings().get("readonly");
        if (readonly != null && !readonly.value().equals("0")) {
            // Nothing may be changed then, so that every other setting would be named for the same reason.
            add("readonly", readonly.value(), "0", "readonly = 0");
            return;
        }
        new TreeMap<>(PinnedSettings.OF_INSERTS).forEach(this::compare);
        compareDeduplication();
    }

    private void compare(String name, String wanted) {
        ServerSetting setting = server.settings().get(name);
        if (setting != null && !setting.allows(wanted)) {
            String mend = setting.readonly() ? " WRITABLE" : " MIN " + wanted + " MAX " + wanted;
            add(name, described(setting), wanted, name + " = " + wanted + mend);
        }
    }

    private void compareDeduplication() {
        Map<String, ServerSetting> settings = server.settings();
        ServerSetting setting =
                settings.getOrDefault(PinnedSettings.DEDUPLICATION, settings.get(PinnedSettings.FORMER_DEDUPLICATION));
        if (setting != null && setting.readonly()) {
            add(setting.name(), described(setting), "free to change for every insert", setting.name() + " WRITABLE");
        }
    }

    private static String described(ServerSetting setting) {
        return setting.readonly()
                ? setting.value() + " and may not be changed"
                : setting.value() + " and may be changed only from " + setting.min() + " to " + setting.max();
    }

    private void add(String setting, String is, String should, String settings) {
        differences.add(new Difference(
                "user " + server.user() + ", setting " + setting,
                is,
                should,
                "ALTER USER " + Names.quoted(server.user()) + " SETTINGS " + settings));
    }
}
