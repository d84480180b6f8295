xs = list(range(100000))
while True:
    -1 in xs
