print(list(range(20000)))
