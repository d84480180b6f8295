print(len(zip(range(1000000000000), range(1000000000000))))
