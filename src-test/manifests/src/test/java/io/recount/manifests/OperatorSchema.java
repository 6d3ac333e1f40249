package io.recount.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The schema of FlinkDeployment in a folder of the operator's resource definitions. */
final class OperatorSchema {

    private static final String FILE = "flinkdeployments.flink.apache.org-v1.yml";
    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

    private final JsonSchema spec;

    OperatorSchema(Path folder) throws IOException {
        JsonNode definition =
                Manifest.all(Files.readString(folder.resolve(FILE))).get(0).tree();
        JsonNode schema = definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
        close(schema);
        spec = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
    }

    /** What the API server would refuse or leave out of the spec. */
    List<String> problems(Manifest manifest) {
        return spec.validate(manifest.at("/spec")).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    /** The API server drops what a schema does not name. */
    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")
                && !object.path(PRESERVE).asBoolean()) {
            object.put("additionalProperties", false);
        }
        schema.forEach(OperatorSchema::close);
    }
}
