print(len(map(lambda x: x, range(1000000000000))))
