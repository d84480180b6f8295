print(1, 2, sep = "x" * 100000)
