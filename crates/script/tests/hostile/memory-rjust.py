print("a".rjust(1000000000))
