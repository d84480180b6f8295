random.below(0)
