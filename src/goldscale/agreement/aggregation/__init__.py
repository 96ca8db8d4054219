"""From votes to one truth: majority, threshold, weighted votes, Dawid-Skene, GLAD, MACE."""
