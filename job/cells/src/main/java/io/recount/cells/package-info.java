package io.recount.cells;
