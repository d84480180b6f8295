print(enumerate([1, 2], start = 9223372036854775807))
