print(sorted(range(1000000000000)))
