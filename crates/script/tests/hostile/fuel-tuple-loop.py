xs = list(range(100000))
while True:
    t = tuple(xs)
