xs = list(range(100000))
while True:
    min(xs)
