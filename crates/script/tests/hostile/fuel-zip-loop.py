xs = list(range(10000))
while True:
    zip(xs, xs, xs, xs, xs)
