xs = list(range(1000))
while True:
    xs.sort(key = lambda x: -x)
