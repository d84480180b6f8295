keep = []
while True:
    xs = [0] * 1000
    while xs:
        xs.pop()
    keep.append(xs)
