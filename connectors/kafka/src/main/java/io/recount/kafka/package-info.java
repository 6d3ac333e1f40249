package io.recount.kafka;
