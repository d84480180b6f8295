print(len(list(range(1000000))))
