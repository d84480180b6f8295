print(len(random.dice(1000000, 6)))
