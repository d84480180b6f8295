xs = [[0] * 1000 + [i] for i in range(100)]
while True:
    xs.sort(reverse = True)
    xs.sort()
