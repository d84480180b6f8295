xs = list(range(10000))
while True:
    str(xs)
