package io.recount.it;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is done with each command of all books. */
final class BookScenes {

    /** Commands that begin so are not run here, each with the reason. */
    static final Map<String, String> NOT_RUN = Map.of(
            "mvn ", "Maven runs this test: it can't build the same folders meanwhile. CI runs mvn -B verify",
            "src-test/bench/run ", "builds by Maven, and measures for minutes to hours",
            "src-test/fuzz/run ", "builds by Maven, and takes a quarter of an hour",
            "src-test/mutation/run", "builds by Maven, and takes an hour",
            "src-test/local/install-", "installs packages of the system; CI does it before the build",
            "docker ", "there is no Docker",
            "helm ", "there is no Kubernetes cluster",
            "kubectl ", "there is no Kubernetes cluster");

    private BookScenes() {}

    static List<Scene> all() {
        return joined(Stream.of(first(), besideTheJob(), alone()));
    }

    /** In place of a submission. */
    static List<Scene> first() {
        return joined(Stream.of(ReadmeScenes.FIRST, RunbookScenes.FIRST));
    }

    /** Once all is published. */
    static List<Scene> besideTheJob() {
        return joined(Stream.of(
                ReadmeScenes.BESIDE_THE_JOB,
                RunbookScenes.OTHER_PAGES,
                RunbookScenes.BESIDE_THE_JOB,
                ReadmeScenes.BEHIND_A_LOST_LOG,
                RunbookScenes.AFTERWARDS));
    }

    /** Once the engines are stopped. */
    static List<Scene> alone() {
        return joined(Stream.of(ReadmeScenes.ALONE, RunbookScenes.ALONE));
    }

    static boolean isRun(Book.Command command) {
        return NOT_RUN.keySet().stream().noneMatch(command.text()::startsWith);
    }

    private static List<Scene> joined(Stream<List<Scene>> parts) {
        return parts.flatMap(List::stream).toList();
    }
}
