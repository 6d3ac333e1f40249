package io.recount.demo;
