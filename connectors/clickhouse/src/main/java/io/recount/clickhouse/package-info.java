package io.recount.clickhouse;
