package io.recount.pipeline;
