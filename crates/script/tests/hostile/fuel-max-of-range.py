print(max(range(1000000000000)))
