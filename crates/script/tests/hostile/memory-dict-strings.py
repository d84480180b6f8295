d = {}
i = 0
while True:
    d[str(i)] = i
    i += 1
