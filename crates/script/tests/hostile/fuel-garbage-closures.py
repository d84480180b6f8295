while True:
    x = [0] * 50
    f = lambda: x
