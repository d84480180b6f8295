a, b = list(range(1000000000000))
