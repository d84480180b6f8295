s = "a " * 10000
while True:
    s.split()
