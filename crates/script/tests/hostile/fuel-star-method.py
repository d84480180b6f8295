xs = [0] * 10000
while True:
    f = max(*xs)
