n = 1
while True:
    n = n + n
