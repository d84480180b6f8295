s = " " * 500000 + "1"
while True:
    int(s)
