xs = [0] * 100000
while True:
    xs.insert(0, 1)
    xs.pop(0)
