d = {i: i for i in range(10000)}
e = {i: i for i in range(10000)}
while True:
    d == e
