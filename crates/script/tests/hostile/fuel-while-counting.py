n = 0
while n >= 0:
    n = (n + 1) % 1000
