xs = list(range(30000))
while True:
    ys = sorted(xs)
