print(len("x" * 100000000))
