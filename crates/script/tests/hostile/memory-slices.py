s = "x" * 1000000
xs = []
while True:
    xs.append(s[1:])
