package io.recount.fuzz;

import java.util.SplittableRandom;

/** Breaks a message in one to three ways. The same random numbers break it the same way. */
final class Mutator {

    private static final int MOST_MUTATIONS = 3;

    private final ByteMutations bytes = new ByteMutations();
    private final TokenMutations tokens = new TokenMutations();

    /** The message is not changed, a copy is. */
    byte[] mutate(byte[] message, byte[] other, SplittableRandom random) {
        byte[] mutated = message.clone();
        int mutations = 1 + random.nextInt(MOST_MUTATIONS);
        for (int i = 0; i < mutations; i++) {
            mutated = random.nextInt(6) == 0 ? bytes.mutate(mutated, other, random) : tokens.mutate(mutated, random);
        }
        return mutated;
    }
}
