xs = [0] * 100000
while True:
    del xs[0]
    xs.append(0)
