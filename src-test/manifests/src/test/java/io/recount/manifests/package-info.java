/** What is in k8s and deploy, looked at without a cluster. */
@org.jspecify.annotations.NullMarked
package io.recount.manifests;
