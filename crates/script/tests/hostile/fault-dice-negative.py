random.dice(-1, 6)
