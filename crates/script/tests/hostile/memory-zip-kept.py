xs = list(range(10000))
ys = []
while True:
    ys.append(zip(xs, xs, xs, xs, xs))
