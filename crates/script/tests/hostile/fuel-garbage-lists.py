while True:
    xs = [[0] * 100 for i in range(100)]
