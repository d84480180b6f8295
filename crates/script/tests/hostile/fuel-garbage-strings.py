i = 0
while True:
    s = str(i) * 100
    i += 1
