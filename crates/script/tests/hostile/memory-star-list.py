xs = [0]
while True:
    xs = [*xs, *xs]
