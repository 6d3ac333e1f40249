package io.recount.manifests;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.kubernetes.operator.api.FlinkDeployment;

/** One resource, as it stands in a file. */
record Manifest(JsonNode tree) {

    private static final String FLINK_DEPLOYMENT = "FlinkDeployment";
    /** The newest version that the types know; the operator knows newer ones. */
    private static final String KNOWN_FLINK_VERSION = "v1_20";

    private static final Map<String, Class<?>> TYPES = Map.of(
            FLINK_DEPLOYMENT,
            FlinkDeployment.class,
            "ConfigMap",
            ConfigMap.class,
            "Deployment",
            Deployment.class,
            "Job",
            Job.class,
            "NetworkPolicy",
            NetworkPolicy.class,
            "PodDisruptionBudget",
            PodDisruptionBudget.class,
            "Role",
            Role.class,
            "RoleBinding",
            RoleBinding.class,
            "Service",
            Service.class,
            "ServiceAccount",
            ServiceAccount.class);

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private static final ObjectMapper STRICT = new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true)
            .setAnnotationIntrospector(new UnknownPropertiesRefused());

    /** The types take whatever they do not know, or pass over it, unless nobody tells Jackson that they do. */
    private static final class UnknownPropertiesRefused extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated setter) {
            return false;
        }

        @Override
        public JsonIgnoreProperties.Value findPropertyIgnoralByName(MapperConfig<?> config, Annotated annotated) {
            return super.findPropertyIgnoralByName(config, annotated).withoutIgnoreUnknown();
        }
    }

    static List<Manifest> all(String yaml) {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            return documents.readAll().stream().map(Manifest::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String kind() {
        return tree.path("kind").asText();
    }

    /** Of a JSON pointer. */
    JsonNode at(String pointer) {
        return tree.at(pointer);
    }

    /** What the types that the API server reads it into know nothing of, or read as something else. */
    List<String> problems() {
        Class<?> type = TYPES.get(kind());
        if (type == null) {
            return List.of("no type is known for " + kind());
        }
        ObjectNode copy = tree.deepCopy();
        if (kind().equals(FLINK_DEPLOYMENT)) {
            ((ObjectNode) copy.path("spec")).put("flinkVersion", KNOWN_FLINK_VERSION);
        }
        try {
            STRICT.treeToValue(copy, type);
            return List.of();
        } catch (JsonProcessingException e) {
            return List.of(kind() + ": " + e.getOriginalMessage());
        }
    }
}
