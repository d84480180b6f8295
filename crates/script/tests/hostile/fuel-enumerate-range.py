print(len(enumerate(range(1000000000000))))
