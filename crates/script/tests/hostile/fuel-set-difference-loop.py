d = set(range(10000))
e = set(range(5000, 15000))
while True:
    d - e
