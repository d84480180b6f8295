s = list(range(10000))
xs = []
while True:
    xs.append(s[::-1])
