package io.recount.cli;
