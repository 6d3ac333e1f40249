package io.recount.local;
