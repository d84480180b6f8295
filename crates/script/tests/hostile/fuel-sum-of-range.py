print(sum(range(100000000000)))
