package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The one jar, as somebody sees it who has to let it in: what is inside, under which names and licences, and whether the SBOM says so. */
class JarIT {

    private static final Path TARGET = Path.of(System.getProperty("recount.root"), "job/cli/target");
    private static final String SBOM = "META-INF/sbom/recount.cdx.json";
    private static final String MOVED = "io/recount/shaded/";
    private static final String OWN = "io.recount";

    /** Whose classes may be in the jar under their own names; the pom says why of each. */
    private static final Pattern NOT_MOVED = Pattern.compile(
            "(io/recount|com/clickhouse|com/github/luben/zstd|com/tdunning|j2html"
                    + "|me/tongfei|net/jpountz|org/apache/flink/connector/base|org/apache/kafka|org/jline|org/xerial/snappy|picocli)/.*");

    private static JarFile jar;
    private static List<String> names;
    private static Map<String, JsonNode> components;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(TARGET.resolve("recount.jar").toFile());
        names = jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .toList();
        components = new TreeMap<>();
        for (JsonNode component : new ObjectMapper().readTree(text(SBOM)).path("components")) {
            components.put(coordinates(component), component);
        }
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void whatMayClashIsMoved() {
        assertThat(names)
                .filteredOn(JarIT::isClass)
                .hasSizeGreaterThan(10_000)
                .allMatch(name -> NOT_MOVED.matcher(name).matches());
        assertThat(names).noneMatch(name -> name.startsWith("META-INF/versions/"));
        assertThat(names)
                .contains(
                        MOVED + "com/fasterxml/jackson/core/JsonFactory.class",
                        MOVED + "com/google/common/collect/ImmutableList.class",
                        MOVED + "org/apache/commons/compress/compressors/gzip/GzipCompressorInputStream.class",
                        MOVED + "org/apache/flink/connector/kafka/source/reader/KafkaPartitionSplitReader.class",
                        MOVED + "org/apache/hc/client5/http/classic/HttpClient.class");
    }

    @Test
    void nothingIsSignedAndNothingIsAModule() {
        assertThat(names)
                .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|DSA|RSA|EC)"))
                .noneMatch(name -> name.endsWith("module-info.class"));
    }

    @Test
    void servicesAreThoseOfMovedClasses() throws IOException {
        List<String> services = names.stream()
                .filter(name -> name.startsWith("META-INF/services/") && !name.contains("jline"))
                .toList();
        assertThat(services)
                .isNotEmpty()
                .as("what DriverManager finds it keeps, and with it the classes of a job that has ended")
                .doesNotContain("META-INF/services/java.sql.Driver");
        for (String service : services) {
            assertThat(text(service).lines().map(String::strip))
                    .as(service)
                    .noneMatch(line -> line.startsWith("com.fasterxml") || line.startsWith("org.apache.flink"));
        }
    }

    /** Classes are traced to their libraries by those of the class path, which Maven resolved. */
    @Test
    void sbomListsWhatIsBundledAndNothingElse() throws Exception {
        Map<String, Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .collect(Collectors.toMap(path -> path.getFileName().toString(), path -> path, (one, other) -> one));
        Set<String> listed = new TreeSet<>();
        for (JsonNode component : components.values()) {
            String file = component.path("name").asText() + "-"
                    + component.path("version").asText() + ".jar";
            Path library = Objects.requireNonNull(
                    classPath.get(file), file + ", which the SBOM lists, is not on the class path");
            if (!component.path("group").asText().equals(OWN)) {
                assertThat(sha256(library)).as(file).isEqualTo(sha256(component));
            }
            listed.addAll(classes(library));
        }
        try (var own = Files.walk(TARGET.resolve("classes"))) {
            own.map(path -> TARGET.resolve("classes").relativize(path).toString())
                    .filter(JarIT::isClass)
                    .forEach(listed::add);
        }
        Set<String> bundled = names.stream()
                .filter(JarIT::isClass)
                .map(name -> name.startsWith(MOVED) ? name.substring(MOVED.length()) : name)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(bundled).isEqualTo(listed);
    }

    @Test
    void versionsAreThoseThatTheLibrariesTell() throws IOException {
        Set<String> told = new TreeSet<>();
        for (String name : names) {
            if (name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties")) {
                Properties properties = new Properties();
                properties.load(jar.getInputStream(jar.getEntry(name)));
                told.add(properties.getProperty("groupId") + ":" + properties.getProperty("artifactId") + ":"
                        + properties.getProperty("version"));
            }
        }
        told.removeIf(coordinates -> coordinates.startsWith(OWN + ":recount-cli:"));

        assertThat(told).hasSizeGreaterThan(25);
        assertThat(components.keySet()).containsAll(told);
        assertThat(components.keySet())
                .as("libraries that tell nothing of themselves, and the modules")
                .anyMatch(name -> name.startsWith("com.clickhouse:client-v2:"))
                .anyMatch(name -> name.startsWith("com.clickhouse:clickhouse-jdbc:"))
                .anyMatch(name -> name.startsWith("org.apache.kafka:kafka-clients:"))
                .anyMatch(name -> name.startsWith("info.picocli:picocli:"))
                .anyMatch(name -> name.startsWith(OWN + ":recount-pipeline:"))
                .noneMatch(
                        name -> name.contains("flink-streaming") || name.contains("slf4j") || name.contains("junit"));
    }

    @Test
    void sbomBesideTheJarIsTheOneInIt() throws IOException {
        assertThat(text(SBOM)).isEqualTo(Files.readString(TARGET.resolve("recount.cdx.json")));
        assertThat(jar.getManifest().getMainAttributes().getValue("Sbom-Location"))
                .isEqualTo(SBOM);
        assertThat(jar.getManifest().getMainAttributes().getValue("Sbom-Format"))
                .isEqualTo("CycloneDX");
    }

    /** A library under a licence that is new here fails this: look at it, then add its text to src/main/licenses/LICENSE. */
    @Test
    void everyLicenceIsKnownAndItsTextIsThere() throws IOException {
        String license = text("META-INF/LICENSE");
        String list = text("META-INF/THIRD-PARTY.txt");
        assertThat(license).contains("Apache License", "Version 2.0, January 2004");
        assertThat(text("META-INF/NOTICE")).contains("Recount", "Jackson JSON processor", "Apache HttpClient");
        assertThat(text("NOTICE")).contains("Apache Kafka");
        for (Map.Entry<String, JsonNode> component : components.entrySet()) {
            String coordinates = component.getKey();
            if (coordinates.startsWith(OWN + ":")) {
                continue;
            }
            List<String> licences = new ArrayList<>();
            component
                    .getValue()
                    .path("licenses")
                    .forEach(entry ->
                            licences.add(entry.path("license").path("id").asText()));
            // "The BSD License" in JLine's pom is BSD-3-Clause; the plugin takes it for the one with four.
            assertThat(licences)
                    .as(coordinates)
                    .isNotEmpty()
                    .isSubsetOf(
                            coordinates.startsWith("org.jline:")
                                    ? Set.of("BSD-4-Clause")
                                    : Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MIT"));
            if (!licences.equals(List.of("Apache-2.0"))) {
                assertThat(license).contains(coordinates.substring(0, coordinates.lastIndexOf(':')));
            }
            assertThat(list).contains("(" + coordinates + " - ");
        }
        assertThat(list.lines().filter(line -> line.startsWith("     ("))).hasSize((int) components.keySet().stream()
                .filter(name -> !name.startsWith(OWN))
                .count());
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class");
    }

    private static String coordinates(JsonNode component) {
        return component.path("group").asText() + ":" + component.path("name").asText() + ":"
                + component.path("version").asText();
    }

    private static Set<String> classes(Path library) throws IOException {
        try (JarFile opened = new JarFile(library.toFile())) {
            return opened.stream()
                    .map(JarEntry::getName)
                    .filter(name -> isClass(name)
                            && !name.startsWith("META-INF/versions/")
                            && !name.endsWith("module-info.class"))
                    .collect(Collectors.toSet());
        }
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static String sha256(JsonNode component) {
        for (JsonNode hash : component.path("hashes")) {
            if (hash.path("alg").asText().equals("SHA-256")) {
                return hash.path("content").asText();
            }
        }
        return "";
    }

    private static String text(String name) throws IOException {
        JarEntry entry = jar.getJarEntry(name);
        assertThat(entry).as(name).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
}
