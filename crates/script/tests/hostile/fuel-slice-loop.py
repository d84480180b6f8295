s = "x" * 1000000
while True:
    t = s[1:]
