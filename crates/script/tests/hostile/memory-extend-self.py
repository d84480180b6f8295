xs = [0]
while True:
    xs.extend(xs)
