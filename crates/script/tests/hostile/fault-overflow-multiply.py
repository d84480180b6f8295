n = 3
while True:
    n = n * n
