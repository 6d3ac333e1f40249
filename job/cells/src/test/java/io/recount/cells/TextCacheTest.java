package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextCacheTest {

    private final TextCache cache = new TextCache();

    @Test
    void whatIsFoundIsTheTextOfTheCharactersAndBytes() {
        for (int i = 0; i < 20_000; i++) {
            String text = (i % 3 == 0 ? "R-" : "ж-é") + "0".repeat(i % 50) + i;
            cache.keep(text);
            String next = text + i;
            for (String each : new String[] {text, next, text.substring(1)}) {
                char[] chars = ("x" + each + "y").toCharArray();
                String found = cache.find(chars, 1, each.length());
                assertThat(found == null ? each : found).isEqualTo(each);
                byte[] bytes = ("x" + each + "y").getBytes(StandardCharsets.UTF_8);
                String ascii = cache.findAscii(bytes, 1, bytes.length - 2);
                assertThat(ascii == null ? each : ascii).isEqualTo(each);
            }
        }
    }

    @Test
    void aTextThatWasKeptIsNotMadeAnew() {
        String kept = "R-000017";
        cache.keep(kept);

        assertThat(cache.find(kept.toCharArray(), 0, 8)).isSameAs(kept);
        assertThat(cache.findAscii(kept.getBytes(StandardCharsets.UTF_8), 0, 8)).isSameAs(kept);
        assertThat(cache.find(new char[0], 0, 0)).isNull();
    }

    @Test
    void longTextsAreNotKept() {
        String text = "r".repeat(49);
        cache.keep(text);

        assertThat(cache.find(text.toCharArray(), 0, 49)).isNull();
    }
}
