package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import io.recount.local.clickhouse.Request.Credentials;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RequestTest {

    @Test
    void parametersThatAreNotTheInterfacesOwnAreSettings() {
        Request request = request("query=SELECT+1&database=d&max_threads=2&param_a=x%20y&query_id=q&compress=1");
        assertThat(request.query()).isEqualTo("SELECT 1");
        assertThat(request.database()).contains("d");
        assertThat(request.queryId()).contains("q");
        assertThat(request.flag("compress")).isTrue();
        assertThat(request.settings()).isEqualTo(Map.of("max_threads", "2"));
        assertThat(request.statementParameters()).isEqualTo(Map.of("a", "x y"));
    }

    @Test
    void credentialsComeFromUrlOrHeaders() {
        assertThat(request("").credentials()).isEqualTo(new Credentials("default", ""));
        assertThat(request("user=u&password=p").credentials()).isEqualTo(new Credentials("u", "p"));
        Headers own = new Headers();
        own.set("X-ClickHouse-User", "u");
        own.set("X-ClickHouse-Key", "p");
        assertThat(Request.of(Optional.empty(), own).credentials()).isEqualTo(new Credentials("u", "p"));
        Headers basic = new Headers();
        basic.set("Authorization", "Basic " + Base64.getEncoder().encodeToString("u:p:q".getBytes(UTF_8)));
        assertThat(Request.of(Optional.empty(), basic).credentials()).isEqualTo(new Credentials("u", "p:q"));
    }

    @Test
    void credentialsDoNotPrintThePassword() {
        assertThat(new Credentials("u", "secret").toString()).doesNotContain("secret");
    }

    @Test
    void formFieldsAreParameters() {
        String body = """
                --b
                Content-Disposition: form-data; name="param_a"

                x

                y
                --b
                Content-Disposition: form-data; name="query"
                Content-Type: text/plain

                SELECT 'ä'
                --b--
                """.replace("\n", "\r\n");
        assertThat(MultipartForm.boundary("multipart/form-data; charset=utf-8; boundary=b"))
                .contains("b");
        assertThat(MultipartForm.boundary("application/x-www-form-urlencoded")).isEmpty();
        assertThat(MultipartForm.fields(body.getBytes(UTF_8), "b"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("param_a", "x\r\n\r\ny", "query", "SELECT 'ä'"));
    }

    @Test
    void externalTablesAreRefused() {
        String body = "--b\r\nContent-Disposition: form-data; name=\"t\"; filename=\"t.csv\"\r\n\r\n1\r\n--b--\r\n";
        assertThatThrownBy(() -> MultipartForm.fields(body.getBytes(UTF_8), "b"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(48));
    }

    private static Request request(String rawQuery) {
        return Request.of(Optional.of(rawQuery), new Headers());
    }
}
