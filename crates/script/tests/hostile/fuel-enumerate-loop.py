xs = list(range(10000))
while True:
    enumerate(xs)
