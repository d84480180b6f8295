print(int("9" * 100))
