package io.recount.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Where imports may go. Nothing is frozen: a violation is a failure. */
@AnalyzeClasses(packages = "io.recount", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String CELLS = "io.recount.cells..";
    private static final String CLICKHOUSE = "io.recount.clickhouse..";
    private static final String KAFKA = "io.recount.kafka..";
    private static final String PIPELINE = "io.recount.pipeline..";
    private static final String CLI = "io.recount.cli..";

    @ArchTest
    static final ArchRule cellsArePureJava = noClasses()
            .that()
            .resideInAPackage(CELLS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.flink..", "org.apache.kafka..", "com.clickhouse..", CLICKHOUSE, KAFKA, PIPELINE, CLI);

    @ArchTest
    static final ArchRule clickHouseConnectorKnowsNoOthers = noClasses()
            .that()
            .resideInAPackage(CLICKHOUSE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", CELLS, KAFKA, PIPELINE, CLI);

    @ArchTest
    static final ArchRule kafkaConnectorKnowsNoOthers = noClasses()
            .that()
            .resideInAPackage(KAFKA)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.clickhouse..", CELLS, CLICKHOUSE, PIPELINE, CLI);

    @ArchTest
    static final ArchRule pipelineDoesNotKnowTheCommandLine = noClasses()
            .that()
            .resideInAPackage(PIPELINE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLI);

    @ArchTest
    static final ArchRule expectationSharesNoCodeWithTheJob = noClasses()
            .that()
            .resideInAPackage("io.recount.harness..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CELLS, CLICKHOUSE, KAFKA, PIPELINE, CLI);

    @ArchTest
    static final ArchRule stagesDoNotImportEachOther = slices().matching(
                    "io.recount.pipeline.(decode|cells|publish|scan|requests)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.recount.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class);

    @ArchTest
    static final ArchRule clocksAreInjected = noClasses()
            .that(not(resideInAPackage("io.recount.local..")))
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(java.time.LocalDateTime.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone");

    @ArchTest
    static final ArchRule nobodyPrintsStackTraces = noClasses().should().callMethod(Throwable.class, "printStackTrace");
}
