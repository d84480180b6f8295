while True:
    a = []
    b = [a] * 50
    a.append(b)
