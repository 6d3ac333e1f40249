package io.recount.harness;
