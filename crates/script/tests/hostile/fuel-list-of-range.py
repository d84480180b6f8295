print(len(list(range(9223372036854775807))))
