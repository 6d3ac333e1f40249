package io.recount.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page within a page that measures it: a browser's own window is never as narrow as a telephone. On a telephone, and on
 * paper. What in the page forbids scripts is left out: it is harmless without.
 */
final class Viewports {

    private static final int TELEPHONE = 390;

    /** A4, landscape, without margins of 12 mm, at 96 dots an inch. */
    private static final int PAPER = 1031;

    private static final String TEMPLATE = """
            <!doctype html><meta charset="utf-8"><title>Viewports</title>
            <iframe id="phone" width="%d" height="844" style="border: 0" srcdoc="%s"></iframe>
            <iframe id="paper" width="%d" height="800" style="border: 0" srcdoc="%s"></iframe>
            <pre id="widths"></pre><pre id="labels"></pre><pre id="foreign"></pre><pre id="texts"></pre>
            <script>
              addEventListener('load', () => {
                const say = (id, words) => document.getElementById(id).textContent = words;
                const pages = ['phone', 'paper'].map(id => document.getElementById(id).contentDocument);
                say('widths', pages.map(page => page.documentElement.scrollWidth).join(' '));
                const shown = [...pages[0].querySelectorAll('.labels span')].filter(each => each.offsetWidth > 0);
                say('labels', Math.min(...shown.map(each => each.offsetHeight)) + ' '
                    + shown.filter(each => each.scrollWidth > each.offsetWidth).length);
                say('foreign', pages[0].querySelectorAll('script, img, iframe, object, embed, link, a, form, input').length);
                say('texts', JSON.stringify([...pages[0].querySelectorAll('td')].map(cell => cell.textContent)));
              });
            </script>
            """;

    private Viewports() {}

    /** Writes one for the page, and returns where. Its {@code pre} elements say what was measured. */
    static Path around(Path page) throws IOException {
        String text = Files.readString(page).replace("http-equiv=\"Content-Security-Policy\"", "name=\"none\"");
        return Files.writeString(
                page.resolveSibling("viewports.html"),
                TEMPLATE.formatted(TELEPHONE, quoted(text), PAPER, quoted(text.replace("@media print", "@media all"))));
    }

    private static String quoted(String text) {
        return text.replace("&", "&amp;").replace("\"", "&quot;");
    }
}
