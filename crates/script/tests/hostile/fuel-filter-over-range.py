print(len(filter(None, range(1000000000000))))
