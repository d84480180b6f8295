xs = []
while True:
    xs.append(range(3))
