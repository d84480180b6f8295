print(int("9" * 1000000))
