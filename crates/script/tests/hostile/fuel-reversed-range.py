print(len(reversed(range(1000000000000))))
