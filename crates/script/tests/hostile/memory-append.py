xs = []
while True:
    xs.append(None)
