print(len(random.dice(9223372036854775807, 6)))
