xs = []
while True:
    xs.append(lambda: xs)
