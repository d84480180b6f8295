xs = [x for x in range(10000000)]
