print(any(range(1000000000000)))
