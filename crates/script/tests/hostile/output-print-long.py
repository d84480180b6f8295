print("x" * 100000)
