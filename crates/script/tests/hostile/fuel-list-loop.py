xs = list(range(100000))
while True:
    ys = list(xs)
