package io.recount.harness.feed;

import java.util.List;
import java.util.SplittableRandom;

/** Words, and how often each occurs. */
public final class Weighted {

    private final List<String> words;
    private final int[] weights;
    private final int total;

    /** @param weights one for each word */
    public Weighted(List<String> words, int... weights) {
        if (words.size() != weights.length) {
            throw new IllegalArgumentException(
                    words.size() + " words, but " + weights.length + " weights; give one each");
        }
        this.words = List.copyOf(words);
        this.weights = weights.clone();
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        this.total = sum;
    }

    /** All words, in the order given. */
    public List<String> words() {
        return words;
    }

    public String draw(SplittableRandom random) {
        int drawn = random.nextInt(total);
        int index = 0;
        while (drawn >= weights[index]) {
            drawn -= weights[index];
            index++;
        }
        return words.get(index);
    }
}
