d = set()
i = 0
while True:
    d.add(i)
    i += 1
