keep = []
while True:
    xs = [0] * 10000
    xs.clear()
    keep.append(xs)
