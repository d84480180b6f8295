print(len(set(range(1000000000000))))
