def f(a, b, c):
    return f(b, c, a) + 1
f(1, 2, 3)
