d = set(range(10000))
e = set(range(10000, 20000))
while True:
    d | e
