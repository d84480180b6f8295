print(end = "x" * 100000)
