s = " " * 500000
while True:
    s.strip()
