package io.recount.manifests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A formula of four rules, brackets, {@code ceil}, {@code min} and {@code max}, over named values. */
final class Arithmetic {

    private static final Pattern TOKEN = Pattern.compile("\\s*([\\w.]+|[-+*/(),])");

    private final String formula;
    private final Map<String, Double> values;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    Arithmetic(String formula, Map<String, Double> values) {
        this.formula = formula;
        this.values = values;
        Matcher token = TOKEN.matcher(formula);
        int end = 0;
        while (token.find() && token.start() == end) {
            tokens.add(token.group(1));
            end = token.end();
        }
        if (end != formula.length()) {
            throw wrong("at character " + end);
        }
    }

    double value() {
        next = 0;
        double value = sum();
        if (next != tokens.size()) {
            throw wrong("behind " + tokens.get(next - 1));
        }
        return value;
    }

    private double sum() {
        double value = product();
        while (true) {
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = atom();
        while (true) {
            if (take("*")) {
                value *= atom();
            } else if (take("/")) {
                value /= atom();
            } else {
                return value;
            }
        }
    }

    private double atom() {
        if (take("(")) {
            return arguments().get(0);
        }
        if (next == tokens.size()) {
            throw wrong("at its end");
        }
        String word = tokens.get(next++);
        if (take("(")) {
            List<Double> arguments = arguments();
            return switch (word) {
                case "ceil" -> Math.ceil(arguments.get(0));
                case "max" -> Collections.max(arguments);
                case "min" -> Collections.min(arguments);
                default -> throw wrong("no function is called " + word);
            };
        }
        if (Character.isDigit(word.charAt(0))) {
            return Double.parseDouble(word);
        }
        Double value = values.get(word);
        if (value == null) {
            throw wrong("there is no value " + word);
        }
        return value;
    }

    private List<Double> arguments() {
        List<Double> arguments = new ArrayList<>();
        do {
            arguments.add(sum());
        } while (take(","));
        if (!take(")")) {
            throw wrong("a bracket is open");
        }
        return arguments;
    }

    private boolean take(String token) {
        if (next < tokens.size() && tokens.get(next).equals(token)) {
            next++;
            return true;
        }
        return false;
    }

    private IllegalArgumentException wrong(String where) {
        return new IllegalArgumentException("Formula \"" + formula + "\" cannot be read: " + where);
    }
}
