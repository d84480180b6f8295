d = {}
i = 0
while True:
    d[i] = i
    i += 1
